import type { components } from './generated/contract.ts'

export type ErrorCode = components['schemas']['ErrorCode']
export type ErrorDetail = components['schemas']['ErrorDetail']

const statusOf: Record<ErrorCode, number> = {
  validation_failed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  rate_limited: 429,
  internal: 500,
}

export interface ErrorOptions {
  /** Only where it differs from the code's own: 405, 415, 503. */
  status?: number
  details?: ErrorDetail[]
  /** Conflict on a used idempotency key: the activity entry of its first use. */
  activityId?: string | null
  retryAfterSeconds?: number
  /** Further response headers, such as `Allow`. */
  headers?: Record<string, string>
  /** For the log; never shown. */
  cause?: unknown
}

/** The one error that callers see. `message` is public: it says what to do next and repeats no private value. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly options: ErrorOptions

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.status = options.status ?? statusOf[code]
    this.options = options
  }
}

/** The client did not wait for its answer, so its work was stopped: no fault, and nobody reads this. */
export class ClientGone extends ApiError {
  constructor(cause?: unknown) {
    super('internal', 'The client closed the connection.', { cause })
  }
}

/** How a call ended, for logs and metrics: `ok`, an error's code, or `gone`. */
export function outcomeOf(error: ApiError | undefined): string {
  return error instanceof ClientGone ? 'gone' : (error?.code ?? 'ok')
}

/** One wrong field, named in terms of the input. */
export function invalid(path: string, code: string, message: string): ApiError {
  return invalidAll([{ path, code, message }])
}

export function invalidAll(details: ErrorDetail[]): ApiError {
  const [first] = details
  const rest = details.length > 1 ? ` (and ${details.length - 1} more, see details)` : ''
  return new ApiError(
    'validation_failed',
    `${first?.path ? `${first.path}: ` : ''}${first?.message}${rest}`,
    { details },
  )
}

export function conflict(message: string): ApiError {
  return new ApiError('conflict', message)
}

export function forbidden(message: string): ApiError {
  return new ApiError('forbidden', message)
}

/**
 * The same answer for a record that is missing, hidden or another organization's.
 *
 * @param path the input's field, such as `parent_id`
 * @param what the kind of record in words, with the action that lists it
 */
export function notFound(path: string, what: string): ApiError {
  return new ApiError('not_found', `No ${what} has this ${path}. Check the id.`, {
    details: [{ path, code: 'not_found', message: `No ${what} that you may see has this id.` }],
  })
}

/** While the database or a draining server cannot answer. */
export function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError('internal', message, { status: 503, retryAfterSeconds: 2, cause })
}
