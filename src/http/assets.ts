import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type Koa from 'koa'
import { requireRoomToSend } from './response-backpressure.ts'

/**
 * A document as it is sent. It is compressed once, when it is first asked for, and each form of it is kept once: all
 * answers share it, so nobody takes memory by asking for it and not reading it.
 */
export interface Asset {
  type: string
  etag: string
  forms: { br?: Buffer; gzip?: Buffer; identity: Buffer }
}

/** Not the best quality, 11, which takes seconds for a megabyte. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }

/** Compresses a document. It takes as many milliseconds as it has 20 kB, in another thread. */
export async function createAsset(type: string, content: string): Promise<Asset> {
  const identity = Buffer.from(content)
  const [small, smaller] = await Promise.all([
    promisify(gzip)(identity),
    promisify(brotliCompress)(identity, quality),
  ])
  return { type, etag: etagOf(identity), forms: { br: smaller, gzip: small, identity } }
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

/**
 * Answers with the document, or that the client has it.
 *
 * @throws ApiError rate_limited
 */
export function sendAsset(ctx: Koa.Context, asset: Asset, headers: Record<string, string> = {}): void {
  requireRoomToSend(ctx)
  const { forms } = asset
  if (forms.br) ctx.vary('Accept-Encoding')
  if (isKnown(ctx, asset.etag, headers)) return
  ctx.type = asset.type
  const encoding = ctx.acceptsEncodings(Object.keys(forms)) as keyof typeof forms | false
  if (encoding === 'br' || encoding === 'gzip') ctx.set('Content-Encoding', encoding)
  // Whoever takes neither must not make us compress a megabyte for each request.
  ctx.compress = false
  ctx.body = (encoding && forms[encoding]) || forms.identity
}
