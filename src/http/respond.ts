import { Readable } from 'node:stream'
import type Koa from 'koa'
import type { Rate } from '../auth/authenticate.ts'
import { pause } from '../slices.ts'
import { errorBody, type ApiError } from '../errors.ts'
import { countUnread } from './unread.ts'

/** Answers an error: status, headers and body. */
export function sendError(ctx: Koa.Context, error: ApiError): void {
  const { retryAfterSeconds, headers = {} } = error.options
  ctx.status = error.status
  if (error.status === 401) ctx.set('WWW-Authenticate', 'Bearer realm="rollcall"')
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value)
  sendJson(ctx, JSON.stringify(errorBody(error, ctx.state['requestId'] as string)))
}

/** @param json the body, as JSON text; a long one in pieces */
export function sendJson(ctx: Koa.Context, json: string | readonly string[]): void {
  ctx.type = 'application/json'
  countUnread(ctx, typeof json === 'string' ? json.length : sum(json.map(({ length }) => length)))
  if (typeof json === 'string') ctx.body = json
  else ctx.body = json.length > fewPieces ? Readable.from(eachInTurn(json)) : json.join('')
}

const fewPieces = 8

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** The pieces, with a pause for other calls after each: to encode and send megabytes at once would take too long. */
async function* eachInTurn(pieces: readonly string[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield Buffer.from(piece)
    await pause()
  }
}

/** Tells the client how many calls it has left in this minute. */
export function setRateHeaders(ctx: Koa.Context, rate: Rate): void {
  ctx.set('RateLimit-Limit', String(rate.limit))
  ctx.set('RateLimit-Remaining', String(rate.remaining))
  ctx.set('RateLimit-Reset', String(rate.resetSeconds))
}

/** The address of the client, read once for each request. */
export function addressOf(ctx: Koa.Context): string {
  return ctx.state['address'] as string
}
