import { Readable } from 'node:stream'
import type Koa from 'koa'
import { rateHeaders, type Rate } from '../auth/authenticate.ts'
import { sendInTurn, type Json } from '../streaming/json-writer.ts'
import { errorBody, type ApiError } from '../errors.ts'
import { countUnread } from './response-backpressure.ts'
import type { Language } from '../texts/language.ts'
import { languageOf } from './language.ts'

/** Answers an error: status, headers and body. */
export function sendError(ctx: Koa.Context, error: ApiError): void {
  const { retryAfterSeconds, headers = {} } = error.options
  ctx.status = error.status
  if (error.status === 401) ctx.set('WWW-Authenticate', 'Bearer realm="rollcall"')
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
  setHeaders(ctx, headers)
  const language = languageOf(ctx)
  setLanguage(ctx, language)
  sendJson(ctx, JSON.stringify(errorBody(error, ctx.state['requestId'] as string, language)))
  // No other middleware sees it.
  countUnread(ctx)
}

/** Says in which language the sentences of an answer are, and that the request decides it. */
export function setLanguage(ctx: Koa.Context, language: Language): void {
  ctx.set('Content-Language', language)
  ctx.vary('Accept-Language')
}

/** @param json the body, as JSON text */
export function sendJson(ctx: Koa.Context, json: string): void {
  setHeaders(ctx, jsonType)
  ctx.body = json
}

/** Sends an answer. The chunks of a long one go one after the other. */
export function sendAnswer(ctx: Koa.Context, json: Json): void {
  if (typeof json === 'string') return sendJson(ctx, json)
  const length = json.reduce((sum, chunk) => sum + chunk.length, 0)
  setHeaders(ctx, jsonType)
  ctx.body = Readable.from(sendInTurn(json), { objectMode: false })
  ctx.length = length
}

/** Tells the client how many calls it has left in this minute. */
export function setRateHeaders(ctx: Koa.Context, rate: Rate): void {
  setHeaders(ctx, rateHeaders(rate))
}

const jsonType = { 'Content-Type': 'application/json; charset=utf-8' }

/**
 * Sets headers as `ctx.set` does, without its work on each of them: every answer has nine, and with `ctx.set` they cost as
 * much as the routing of a call.
 */
export function setHeaders({ res }: Koa.Context, headers: Record<string, string>): void {
  // Where the connection has refused the request already, its answer is on its way.
  if (res.headersSent) return
  for (const name in headers) res.setHeader(name, headers[name] as string)
}

/** The address of the client, read once for each request. */
export function addressOf(ctx: Koa.Context): string {
  return ctx.state['address'] as string
}
