import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type Koa from 'koa'
import { ApiError } from '../errors.ts'
import { createAsset, sendAsset, type Asset } from './assets.ts'
import { requestTexts } from '../texts/requests.ts'

/** Where codegen puts the pages, and which address each has. */
const folder = resolve(import.meta.dirname, '../generated/reference')

/** The text that stands in the pages for the public address of the service. */
const placeholder = 'https://base-url.invalid'

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
}

/**
 * The pages load from this service alone, run no script and use no style that is written in a page, and their scripts
 * make HTML of no text (Trusted Types). So even a text of the contract that was meant as an attack would stay a text.
 */
const policy = [
  "default-src 'none'",
  ...['script-src', 'style-src', 'img-src', 'connect-src'].map((kind) => `${kind} 'self'`),
  ...['base-uri', 'form-action', 'frame-ancestors'].map((kind) => `${kind} 'none'`),
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/**
 * Serves the reference below /docs. Pages are read and compressed when they are first asked for: most processes never
 * need them.
 *
 * @param baseUrl the public address of the service, for the samples
 */
export function createReference(baseUrl: () => string): (ctx: Koa.Context) => Promise<void> {
  const files = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Record<string, string>
  /** By file: never more than there are. */
  const assets = new Map<string, Promise<Asset>>()
  return async (ctx) => {
    const exact = Object.hasOwn(files, ctx.path) ? files[ctx.path] : undefined
    const file = exact ?? currentOf(ctx.path, files)
    if (file === undefined) throw new ApiError('not_found', requestTexts.noSuchPage())
    let asset = assets.get(file)
    if (!asset) {
      assets.set(file, (asset = load(file, baseUrl())))
      // Without this, one failure to read would be answered for ever.
      asset.catch(() => assets.delete(file))
    }
    sendAsset(ctx, await asset, headersOf(file, exact !== undefined))
  }
}

async function load(file: string, baseUrl: string): Promise<Asset> {
  const text = await readFile(join(folder, file), 'utf8')
  return createAsset(types[file.slice(file.lastIndexOf('.') + 1)]!, text.replaceAll(placeholder, baseUrl))
}

/**
 * The script or style that has another hash than the one that is asked for: during a release, a page of one process may
 * ask another process for what belongs to it. A page that looks a little different is better than one without style.
 */
function currentOf(path: string, files: Record<string, string>): string | undefined {
  const [, name, ending] = /^\/docs\/assets\/(\w+)-[0-9a-f]+(\.\w+)$/.exec(path) ?? []
  return Object.values(files).find((file) => file === `${name}${ending}`)
}

/** Pages may change with each release. The addresses of scripts and styles hold a hash of their content. */
function headersOf(file: string, exact: boolean): Record<string, string> {
  const headers = { 'Content-Security-Policy': policy, 'Cross-Origin-Opener-Policy': 'same-origin' }
  return !exact || file.endsWith('.html') || file.endsWith('.svg')
    ? headers
    : { ...headers, 'Cache-Control': 'public, max-age=31536000, immutable' }
}
