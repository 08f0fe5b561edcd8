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
 * generated from it need no other; and the name that its cookie has. Each document is made and compressed once, when it is first
 * asked for, in threads of its own, so that no other call waits for that. A start does not: it takes a quarter of a second of
 * processor time, and most servers are never asked.
 */
export class PublishedDocuments {
  readonly #runtime: { baseUrl: string }
  /** By file and address of the service, which with `PORT=0` is known for good only when the server listens. */
  readonly #assets = new Map<string, Promise<Asset>>()

  constructor(runtime: { baseUrl: string }) {
    this.#runtime = runtime
  }

  /** Documents by their address. */
  get addresses(): Record<string, (ctx: Koa.Context) => Promise<void>> {
    const serve = (file: string) => async (ctx: Koa.Context) => sendAsset(ctx, await this.#asset(file))
    return Object.fromEntries(Object.entries(files).map(([path, file]) => [path, serve(file)]))
  }

  /** Whoever asks while it is made waits for the same one. */
  #asset(file: string): Promise<Asset> {
    const { baseUrl } = this.#runtime
    const key = `${file} ${baseUrl}`
    const asset = this.#assets.get(key) ?? assetOf(file, baseUrl)
    this.#assets.set(key, asset)
    return asset
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
