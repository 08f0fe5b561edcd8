import type Koa from 'koa'
import getRawBody from 'raw-body'
import type { Caller } from '../domain/caller.ts'
import { ApiError } from '../errors.ts'
import { FairLimiter } from '../pipeline/fair-limiter.ts'
import { runCooperatively, yieldToEventLoop } from '../streaming/yield.ts'
import { inputSize, refuseLarge, textBounds, type Size } from '../validation/size.ts'
import { keepBody, type Place } from './arriving-bodies.ts'
import { readSearch } from './query.ts'
import { requestTexts } from '../texts/requests.ts'

export const maxBodyBytes = 2 * 1024 * 1024
/** For calls that take an image. */
const maxImageBodyBytes = 3 * 1024 * 1024
/** To parse less takes no time that others notice. */
const largeBytes = 64 * 1024

/**
 * Large bodies of a member, from the moment when more than `largeBytes` have come to the end of the answer. Only callers with
 * a credential may send so much. A length that is only declared takes no turn: it costs its sender nothing.
 */
export const largeBodies = new FairLimiter({
  total: Infinity,
  perOrganization: Infinity,
  perMember: 3,
  waitingPerMember: 50,
  waitMs: 4000,
})

/**
 * Calls whose large bodies have come whole, to the end of the answer. Each may take megabytes of memory and a second of work
 * in slices, so an organization that sends many waits for its own. Whoever stops in the middle of a body holds no such turn.
 */
export const largeCalls = new FairLimiter({
  total: 32,
  perOrganization: 6,
  perMember: 3,
  waitingPerMember: 3,
  waitMs: 4000,
})

const oneObject = requestTexts.oneObject({ empty: '{}' })

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a JSON body, with the media type application/json.
 *
 * @param size how much it may hold
 * @param limit in bytes; those received are counted, because the declared length may be wrong
 * @throws ApiError 415 for another media type, 413 beyond the limit, 400 for JSON that holds too much and for anything
 *   that is not JSON, 503 when too many large bodies of the caller are under way
 */
export async function readJson(ctx: Koa.Context, size: Size, limit = maxBodyBytes): Promise<unknown> {
  if (!isJson(ctx))
    throw new ApiError('validation_failed', requestTexts.needsJson(), {
      status: 415,
    })
  const bytes = await readBytes(ctx, limit)
  const isLarge = bytes.length > largeBytes
  await runCooperatively(refuseLarge(bytes, size))
  try {
    // Many bodies may end at the same moment. Only one of them is decoded or parsed in each round of the event loop.
    if (isLarge) await yieldToEventLoop()
    // Bytes that are not UTF-8 are refused here; otherwise they would be stored as replacement characters.
    const text = utf8.decode(bytes)
    if (isLarge) await yieldToEventLoop()
    return JSON.parse(text) as unknown
  } catch {
    throw new ApiError('validation_failed', requestTexts.notJson(), {
      details: [{ path: '', code: 'not_json', message: oneObject, params: {} }],
    })
  }
}

/**
 * Reads the body of a form, as browsers send it: application/x-www-form-urlencoded.
 *
 * @param limit in bytes
 * @param fields how many there may be: to read a megabyte of `a&a&a…` takes a second
 * @throws ApiError 415 for another media type, 413 beyond the limits, 400 for bytes that are not UTF-8
 */
export async function readFormBody(ctx: Koa.Context, limit: number, fields = 100): Promise<URLSearchParams> {
  if (!ctx.is('application/x-www-form-urlencoded'))
    throw new ApiError('validation_failed', requestTexts.needsForm(), { status: 415 })
  const bytes = await readBytes(ctx, limit)
  if (countOf(bytes, '&') >= fields)
    throw new ApiError('payload_too_large', requestTexts.tooLarge({ max: limit }))
  try {
    return readSearch(utf8.decode(bytes))
  } catch (cause) {
    throw cause instanceof ApiError
      ? cause
      : new ApiError('validation_failed', requestTexts.formNotUtf8(), { cause })
  }
}

function countOf(bytes: Buffer, sign: string): number {
  let count = 0
  for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + 1)) count++
  return count
}

/** The bytes of a body that is not compressed. */
export async function readBytes(ctx: Koa.Context, limit: number): Promise<Buffer> {
  requirePlainBody(ctx)
  const length = ctx.get('content-length') || null
  const declared = Number(length ?? Infinity)
  const isSmall = Math.min(declared, limit) <= largeBytes
  const isRefused = length !== null && declared > limit
  const reading = isSmall || isRefused ? getRawBody(ctx.req, { limit, length }) : readLong(ctx, limit)
  return reading.catch((error: unknown) => {
    throw error instanceof ApiError ? error : bodyError(error as { type?: string }, limit)
  })
}

/**
 * The bytes of a body that may be large. When it turns out to be, nothing more is read before the member has a turn for it. What
 * has come then waits for the rest, and for the turn of the call, where `keepBody` lets it.
 */
async function readLong(ctx: Koa.Context, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  let place: Place | undefined
  // Whoever is refused gets an answer, so the connection stays.
  const source = ctx.req.iterator({ destroyOnReturn: false }) as AsyncGenerator<Buffer, void>
  try {
    for (;;) {
      const next = await (place ? beforeAbort(source.next(), place.refused) : source.next())
      if (next.done) break
      chunks.push(next.value)
      length += next.value.length
      if (length > limit) throw Object.assign(new Error('too large'), { type: 'entity.too.large' })
      if (length > largeBytes) place ??= await takePlace(ctx)
      place?.hold(length)
    }
    place?.end()
    if (place) await takeTurn(ctx, largeCalls, place.refused)
    return Buffer.concat(chunks, length)
  } catch (error) {
    place?.refused.throwIfAborted()
    throw error
  } finally {
    place?.leave()
    // After a refusal it ends with the next bytes, which may never come.
    void source.return()
  }
}

async function takePlace(ctx: Koa.Context): Promise<Place> {
  await takeTurn(ctx, largeBodies)
  const { organization, membershipId } = ctx.state['caller'] as Caller
  return keepBody(organization.id, membershipId)
}

/** Waits for a turn, which ends with the answer. */
async function takeTurn(ctx: Koa.Context, turns: FairLimiter, signal?: AbortSignal): Promise<void> {
  const { organization, membershipId } = ctx.state['caller'] as Caller
  const end = await turns.take(organization.id, membershipId, signal)
  if (ctx.res.closed) end()
  else ctx.res.once('close', end)
}

/** Waits for the work. When the signal aborts first, it fails with the reason of that. */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = () => undefined as void
  const aborted = new Promise<never>((_, fail) => {
    abort = () => fail(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort))
}

/** Tells whether there is a body of JSON. What nearly all clients send is told without parsing the media type. */
function isJson(ctx: Koa.Context): boolean {
  const { 'content-type': type, 'content-length': length } = ctx.headers
  return (type === 'application/json' && length !== undefined) || Boolean(ctx.is('application/json'))
}

/**
 * Refuses a compressed body: a few KB could unpack to gigabytes. As it is no JSON, it would be refused anyway, but with
 * an error that does not say why.
 *
 * @throws ApiError 415
 */
function requirePlainBody(ctx: Koa.Context): void {
  const encoding = ctx.get('content-encoding').trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return
  throw new ApiError('validation_failed', requestTexts.compressed(), {
    status: 415,
    headers: { 'Accept-Encoding': 'identity' },
  })
}

function bodyError(error: { type?: string }, limit: number): ApiError {
  if (error.type === 'entity.too.large')
    return new ApiError('payload_too_large', requestTexts.tooLarge({ max: limit }))
  return new ApiError('validation_failed', requestTexts.cutOff(), {
    cause: error,
  })
}

/** Bytes of a body: more where the contract takes a text that would not fit. */
const bodyLimit = (operationId: string): number =>
  textBounds(operationId).text > maxBodyBytes ? maxImageBodyBytes : maxBodyBytes

/**
 * The body of an operation: a JSON object.
 *
 * @param limit in bytes
 * @throws ApiError as `readJson`, and 400 for JSON that is no object
 */
export async function readInput(
  ctx: Koa.Context,
  operationId: string,
  limit = bodyLimit(operationId),
): Promise<Record<string, unknown>> {
  const body = await readJson(ctx, inputSize(operationId), limit)
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>
  throw new ApiError('validation_failed', requestTexts.notObject(), {
    details: [{ path: '', code: 'wrong_type', message: oneObject, params: { expected: 'object' } }],
  })
}
