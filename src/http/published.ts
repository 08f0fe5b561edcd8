import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type Koa from 'koa'
import { createAsset, sendAsset, type Asset } from './assets.ts'
import { sessionCookieName } from './browser.ts'

const root = resolve(import.meta.dirname, '../..')
/** The document as integrators find it in the repository, and the same for tools that do not read OpenAPI 3.1. */
const files = {
  '/v1/openapi.json': 'openapi/published/openapi.json',
  '/v1/openapi-3.0.json': 'src/generated/openapi-3.0.json',
}

/** The committed document, as JSON text. Its `servers` is neutral. */
export const documentText = read(files['/v1/openapi.json'])

/**
 * The contract at its addresses. What a server hands out names its own address in `servers`, so that clients which are
 * generated from it need no other; and the name that its cookie has. It is made and compressed once, in threads of its own, so that no call waits for that.
 */
export class PublishedDocuments {
  readonly #runtime: { baseUrl: string }
  /** By path: one for each of `files`. */
  readonly #assets = new Map<string, Promise<Asset>>()

  constructor(runtime: { baseUrl: string }) {
    this.#runtime = runtime
  }

  /** Call it when `baseUrl` is known for good. With `PORT=0` that is when the server listens. */
  prepare(): void {
    const { baseUrl } = this.#runtime
    for (const [path, file] of Object.entries(files)) this.#assets.set(path, assetOf(file, baseUrl))
  }

  /** What is at which address. */
  get addresses(): Record<string, (ctx: Koa.Context) => Promise<void>> {
    const serve = (path: string) => async (ctx: Koa.Context) => sendAsset(ctx, await this.#assets.get(path)!)
    return Object.fromEntries(Object.keys(files).map((path) => [path, serve(path)]))
  }
}

async function assetOf(file: string, baseUrl: string): Promise<Asset> {
  const cookies = ['https://', baseUrl].map((url) => `"${sessionCookieName(url)}"`) as [string, string]
  return createAsset('application/json', withServer(read(file), baseUrl).replaceAll(...cookies))
}

/**
 * The document with the address of this service as its only server. As text, because to read and write a megabyte of JSON
 * takes tens of milliseconds, in which nobody is answered.
 *
 * @param text as codegen writes it
 */
function withServer(text: string, url: string): string {
  const servers = [{ url, description: 'The service that this document is from.' }]
  const lines = JSON.stringify({ servers }, null, 2).split('\n').slice(1, -1).join('\n')
  const replaced = text.replace(/^ {2}"servers": \[$[^]*?^ {2}\]/m, () => lines)
  if (replaced === text) throw new Error('the published document has no servers; run npm run codegen')
  return replaced
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
