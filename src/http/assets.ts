import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import type Koa from 'koa'

/** A document as it is sent: compressed once, when it is first asked for, and never by a request of its own. */
export interface Asset {
  type: string
  etag: string
  gzip: Buffer
  br: Buffer
}

/** Not the best quality, 11, which takes seconds for a megabyte. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }

/** Compresses a document. It takes as many milliseconds as it has 20 kB, in another thread. */
export async function createAsset(type: string, content: string): Promise<Asset> {
  const [small, smaller] = await Promise.all([
    promisify(gzip)(content),
    promisify(brotliCompress)(content, quality),
  ])
  return { type, etag: etagOf(content), gzip: small, br: smaller }
}

/** Tells one content from another. */
export const etagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`

/** Sets what lets clients keep the document, and answers 304 if the client has it. Browsers ask each time. */
export function isKnown(ctx: Koa.Context, etag: string, headers: Record<string, string> = {}): boolean {
  ctx.set('ETag', etag)
  ctx.set('Cache-Control', 'no-cache')
  ctx.set(headers)
  ctx.status = 200
  if (ctx.fresh) ctx.status = 304
  return ctx.status === 304
}

/** Answers with the document, or that the client has it. */
export async function sendAsset(
  ctx: Koa.Context,
  asset: Asset,
  headers: Record<string, string> = {},
): Promise<void> {
  ctx.vary('Accept-Encoding')
  if (isKnown(ctx, asset.etag, headers)) return
  ctx.type = asset.type
  const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity')
  if (encoding === 'br' || encoding === 'gzip') ctx.set('Content-Encoding', encoding)
  // Hardly any client takes none of the two, so the plain document is not kept in memory.
  ctx.body =
    encoding === 'br' ? asset.br : encoding === 'gzip' ? asset.gzip : await promisify(gunzip)(asset.gzip)
}
