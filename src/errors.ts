import type { components } from './generated/contract.ts'
import { errorCatalogue, type ErrorCode, type ErrorParams } from './generated/errors.ts'

export type { ErrorCode }
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
  return new ApiError('validation_failed', headline(details), { details })
}

/** The first problem in full, and how many more there are. */
function headline(details: ErrorDetail[]): string {
  const [first] = details
  const rest = details.length > 1 ? ` (and ${details.length - 1} more, see details)` : ''
  return `${first?.path ? `${first.path}: ` : ''}${first?.message}${rest}`
}

export function forbidden(message: string): ApiError {
  return new ApiError('forbidden', message)
}

/** A refusal of the catalogue (`openapi/components/errors/<name>.yaml`), with what its message and path are filled with. */
export type Problem<Name extends ErrorName = ErrorName> = {
  [N in Name]: { name: N; params: ErrorParams[N] }
}[Name]
export type ErrorName = keyof ErrorParams

export const problem = <Name extends ErrorName>(name: Name, params: ErrorParams[Name]): Problem<Name> =>
  ({ name, params }) as Problem<Name>

/** The gravest first: it gives the answer its code and status. */
const gravest: ErrorCode[] = ['validation_failed', 'not_found', 'forbidden', 'conflict']

/** All that is wrong at once, as one error: every problem is told, not the first. */
export function refusal(problems: readonly Problem[]): ApiError {
  const gravity = ({ name }: Problem) => gravest.indexOf(errorCatalogue[name].error)
  const sorted = problems.toSorted((a, b) => gravity(a) - gravity(b))
  const details = sorted.map(toDetail)
  return new ApiError(errorCatalogue[sorted[0]!.name].error, headline(details), { details })
}

function toDetail({ name, params }: Problem): ErrorDetail {
  const entry = errorCatalogue[name]
  const values = params as Record<string, string | number>
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_all, key: string) => String(values[key]))
  return {
    path: fill(entry.path),
    code: name,
    message: fill(entry.message),
    ...(entry.record !== null && { record_id: values['record_id'] as string }),
  }
}

/** What records are called in a sentence; by the kinds of `x-id`. */
const nouns: Record<string, string> = {
  legal_entity: 'legal entity',
  api_key: 'API key',
  actor: 'user or API key',
}

/**
 * The same answer for a record that is missing, hidden or another organization's.
 *
 * @param path the input's field, such as `parent_id`
 * @param kind the kind of record, as `x-id` of that field says
 */
export function notFound(path: string, kind: string): ApiError {
  const noun = nouns[kind] ?? kind
  return new ApiError('not_found', `No ${noun} has this ${path}. Check the id.`, {
    details: [{ path, code: 'not_found', message: `No ${noun} that you may see has this id.` }],
  })
}

/** While the database or a draining server cannot answer. */
export function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError('internal', message, { status: 503, retryAfterSeconds: 2, cause })
}

/** Any error as the one that callers see; what nobody foresaw is our fault, and tells nothing of itself. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError(
    'internal',
    'Something went wrong on our side. Try again, and quote the request id if it persists.',
    { cause: error },
  )
}

/** The body of a failure, for HTTP and MCP alike. */
export function errorBody(error: ApiError, requestId: string): { error: Record<string, unknown> } {
  const { details, activityId } = error.options
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(details && { details }),
      request_id: requestId,
      ...(activityId !== undefined && { activity_id: activityId }),
    },
  }
}
