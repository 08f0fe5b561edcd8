import { Readable } from 'node:stream'
import type Koa from 'koa'
import { rateHeaders, type Rate } from '../auth/authenticate.ts'
import { encodeAll, sendInTurn } from '../slices.ts'
import { errorBody, type ApiError } from '../errors.ts'
import { countUnread } from './unread.ts'

const fewPieces = 8

/** Answers an error: status, headers and body. */
export function sendError(ctx: Koa.Context, error: ApiError): void {
  const { retryAfterSeconds, headers = {} } = error.options
  ctx.status = error.status
  if (error.status === 401) ctx.set('WWW-Authenticate', 'Bearer realm="rollcall"')
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value)
  sendJson(ctx, JSON.stringify(errorBody(error, ctx.state['requestId'] as string)))
}

/** @param json the body, as JSON text */
export function sendJson(ctx: Koa.Context, json: string): void {
  countUnread(ctx, json.length)
  ctx.type = 'application/json'
  ctx.body = json
}

/** The same for a text that may come in many pieces: those are encoded and sent one after the other. */
export async function sendPieces(ctx: Koa.Context, pieces: readonly string[]): Promise<void> {
  if (pieces.length <= fewPieces) return sendJson(ctx, pieces.join(''))
  const chunks = await encodeAll(pieces)
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  countUnread(ctx, length)
  ctx.type = 'application/json'
  ctx.body = Readable.from(sendInTurn(chunks), { objectMode: false })
  ctx.length = length
}

/** Tells the client how many calls it has left in this minute. */
export function setRateHeaders(ctx: Koa.Context, rate: Rate): void {
  ctx.set(rateHeaders(rate))
}

/** The address of the client, read once for each request. */
export function addressOf(ctx: Koa.Context): string {
  return ctx.state['address'] as string
}
