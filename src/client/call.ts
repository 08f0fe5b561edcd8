import type { ActionName, DryRunReport, ErrorBody } from '../generated/client-schemas.ts'
import { ConnectionError, RollcallError } from './errors.ts'
import { readRetryAfter, sleep, startDeadline, waitBefore } from './retry.ts'
import type { AnswerInfo, ClientOptions, Fetch, FetchAnswer, Signal, WriteOptions } from './types.ts'

/** Settings of a client for all of its calls. */
export interface Settings extends ClientOptions {
  /** Makes the idempotency keys of writes that are given none. */
  newKey?: (() => string) | undefined
}

/** The target of a call, apart from its input. */
export interface Target {
  action: ActionName
  write: boolean
  dryRun: boolean
}

/** The body of a success. */
export interface Success {
  data: unknown
  dry_run?: DryRunReport
}

/** The end of one try: with an answer, or with an error that may be gone at the next try. */
type Outcome = { success: Success } | { error: Error; mayPass: boolean; retryAfter?: number | undefined }

/** The statuses that ask for another try: of the service the first and the third, of a proxy all of them. */
const passing = new Set([429, 502, 503, 504])

/**
 * Calls an action, and tries again where that is safe and may help.
 *
 * @throws RollcallError, ConnectionError, or the reason of the caller's signal
 */
export async function call(
  settings: Settings,
  target: Target,
  input: object | undefined,
  options: WriteOptions = {},
): Promise<Success> {
  const { retries = settings.retries ?? 3, maxWaitMs = settings.maxWaitMs ?? 75_000, signal } = options
  const request = requestOf(settings, target, input, options)
  // Without a key nobody could tell whether the service has made a change before its answer was lost.
  const repeatable = !target.write || target.dryRun || 'Idempotency-Key' in request.headers
  let waited = 0
  for (let attempt = 1; ; attempt++) {
    throwIfAborted(signal)
    const outcome = await attemptOnce(settings, target, request, attempt, options)
    if ('success' in outcome) return outcome.success
    const wait = waitBefore(attempt, outcome.retryAfter)
    const again = repeatable && outcome.mayPass && attempt <= retries && waited + wait <= maxWaitMs
    if (!again) throw outcome.error
    await sleep(wait, signal)
    waited += wait
  }
}

interface OwnRequest {
  url: string
  headers: Record<string, string>
  body: string
}

function requestOf(
  { baseUrl, key, headers, newKey }: Settings,
  { action, write, dryRun }: Target,
  input: object | undefined,
  options: WriteOptions,
): OwnRequest {
  // A dry run keeps nothing, so its key would say nothing.
  const idempotencyKey = write && !dryRun ? (options.idempotencyKey ?? newKey?.()) : undefined
  return {
    url: `${baseUrl.replace(/\/+$/, '')}/v1/${action.replace('.', '/')}${dryRun ? '?dry_run=true' : ''}`,
    headers: {
      'Content-Type': 'application/json',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...headers,
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...options.headers,
    },
    body: JSON.stringify(input ?? {}),
  }
}

async function attemptOnce(
  settings: Settings,
  target: Target,
  { url, headers, body }: OwnRequest,
  attempt: number,
  options: WriteOptions,
): Promise<Outcome> {
  const { action } = target
  const { timeoutMs = settings.timeoutMs ?? 30_000, signal } = options
  const send: Fetch = settings.fetch ?? fetch
  const deadline = startDeadline(timeoutMs, signal)
  let answer: FetchAnswer
  let text: string
  try {
    answer = await send(url, { method: 'POST', headers, body, signal: deadline.signal })
    text = await answer.text()
  } catch (cause) {
    throwIfAborted(signal)
    const why = deadline.isOver ? `No answer within ${timeoutMs} ms` : `No answer: ${reasonOf(cause)}`
    const error = new ConnectionError(`${why} (${action})`, { action, attempts: attempt, cause })
    return { error, mayPass: true }
  } finally {
    deadline.release()
  }
  settings.onAnswer?.(describe(action, attempt, answer))
  return read(action, attempt, answer, parse(text))
}

function read(action: ActionName, attempts: number, answer: FetchAnswer, body: unknown): Outcome {
  const { status } = answer
  const retryAfter = readRetryAfter(answer.headers.get('retry-after'))
  if (status === 200 && isSuccess(body)) return { success: body }
  if (!isFailure(body)) {
    const message = `Something other than the service answered, with status ${status} (${action})`
    const error = new ConnectionError(message, { action, attempts, status })
    return { error, mayPass: passing.has(status), retryAfter }
  }
  const error = new RollcallError(body.error, { action, status, attempts, retry_after: retryAfter })
  // The first call with this key has not ended; its answer comes to whoever waits.
  const busy = error.problem('idempotency_key_busy') !== undefined
  return { error, mayPass: passing.has(status) || busy, retryAfter }
}

function isSuccess(body: unknown): body is Success {
  return isObject(body) && 'data' in body
}

function isFailure(body: unknown): body is { error: ErrorBody } {
  return isObject(body) && isObject(body['error']) && typeof body['error']['code'] === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function describe(action: ActionName, attempt: number, { status, headers }: FetchAnswer): AnswerInfo {
  const left = headers.get('ratelimit-remaining')
  return {
    action,
    attempt,
    status,
    request_id: headers.get('x-request-id'),
    replayed: headers.get('idempotent-replayed') === 'true',
    calls_left: left === null ? null : Number(left),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** In Node, `fetch` says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } }
  return [message, cause?.message].filter(Boolean).join(': ')
}

function throwIfAborted(signal: Signal | undefined): void {
  if (signal?.aborted) throw signal.reason
}
