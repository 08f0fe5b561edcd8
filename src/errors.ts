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
  /** HTTP status; only where it differs from the usual one of the code: 405, 415, 503. */
  status?: number
  details?: ErrorDetail[]
  /** The refusals of the catalogue that the last of the details tell. */
  problems?: readonly Problem[]
  /** When an idempotency key was used before: the activity entry of its first use. */
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

/** The client left before it got its answer, so its query was cancelled. Nothing is wrong, and nobody reads this. */
export class ClientGone extends ApiError {
  constructor(cause?: unknown) {
    super('internal', 'The client closed the connection.', { cause })
  }
}

/** How a call ended, for logs and metrics: `ok`, an error's code, or `gone`. */
export function outcomeOf(error: ApiError | undefined): string {
  return error instanceof ClientGone ? 'gone' : (error?.code ?? 'ok')
}

/**
 * `validation_failed` because of one field.
 *
 * @param path the field, as it is called in the input: `name`, `people[3].given_name`
 * @param code why, for programs: `wrong_type`, `too_long` …
 */
export function invalid(path: string, code: string, message: string): ApiError {
  return invalidAll([{ path, code, message }])
}

/** How many problems an answer names. Without a limit, a small request could make an answer of megabytes. */
export const maxProblems = 100

/**
 * `validation_failed` because of several fields. Only the first 100 are named, with their paths shortened.
 *
 * @param details at least one
 */
export function invalidAll(details: ErrorDetail[]): ApiError {
  const named = details.slice(0, maxProblems).map((one) => ({ ...one, path: shorten(one.path) }))
  return new ApiError('validation_failed', headline(named), { details: named })
}

/** Limits a path to 200 characters, because callers could make an answer very long by their property names. */
export function shorten(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path
}

/** The first problem in full, and how many more there are. */
function headline(details: ErrorDetail[]): string {
  const [first] = details
  const rest = details.length > 1 ? ` (and ${details.length - 1} more, see details)` : ''
  return `${first?.path ? `${first.path}: ` : ''}${first?.message}${rest}`
}

/** `forbidden`: the record or action may be known to the caller, but not used. */
export function forbidden(message: string): ApiError {
  return new ApiError('forbidden', message)
}

/** A refusal of the catalogue (`openapi/components/errors/<name>.yaml`), and the values for its message and path. */
export type Problem<Name extends ErrorName = ErrorName> = {
  [N in Name]: { name: N; params: ErrorParams[N] }
}[Name]
export type ErrorName = keyof ErrorParams

/** A refusal as a value. Domain rules answer these; the action decides what to do with them. */
export const problem = <Name extends ErrorName>(name: Name, params: ErrorParams[Name]): Problem<Name> =>
  ({ name, params }) as Problem<Name>

/** The most serious code first. */
const bySeverity: ErrorCode[] = ['validation_failed', 'not_found', 'forbidden', 'conflict']

/**
 * One error that tells all problems, not only the first; at most 100 are named. The most serious one gives the error its
 * code and status.
 *
 * @param mistakes what the contract does not accept, which is told first; without any, there is at least one problem
 */
export function refusal(problems: readonly Problem[], mistakes: readonly ErrorDetail[] = []): ApiError {
  const rank = ({ name }: Problem) => bySeverity.indexOf(errorCatalogue[name].error)
  const first = mistakes.slice(0, maxProblems).map((one) => ({ ...one, path: shorten(one.path) }))
  const sorted = problems.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxProblems - first.length)
  const details = [...first, ...sorted.map((one) => toDetail(one))]
  const code = first.length > 0 ? 'validation_failed' : errorCatalogue[sorted[0]!.name].error
  return new ApiError(code, headline(details), { details, problems: sorted })
}

/** A refusal as the detail that tells it. */
export const detailOf = (one: Problem): ErrorDetail => toDetail(one)

type Change = (sentence: string) => string

function toDetail({ name, params }: Problem, change: Change = (sentence) => sentence): ErrorDetail {
  const entry = errorCatalogue[name]
  const values = params as Record<string, string | number>
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_all, key: string) => onOneLine(values[key]!))
  return {
    path: fill(entry.path),
    code: name,
    message: fill(change(entry.message)),
    ...(entry.record !== null && { record_id: values['record_id'] as string }),
  }
}

/** A name for a sentence. Names from before may hold line breaks, which would look like lines of our own. */
function onOneLine(value: string | number): string {
  return String(value)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
}

/**
 * Message and details of an error, with its sentences changed. What callers wrote, such as names and the paths of unknown
 * properties, stays as it is.
 */
export function reworded(error: ApiError, change: Change): { message: string; details: ErrorDetail[] } {
  const { details: told = [], problems = [] } = error.options
  const details = [
    ...told.slice(0, told.length - problems.length).map((one) => ({ ...one, message: change(one.message) })),
    ...problems.map((one) => toDetail(one, change)),
  ]
  const fromDetails = told.length > 0 && error.message === headline(told)
  return { message: fromDetails ? headline(details) : change(error.message), details }
}

/** The error with other paths in its details, and in its message if it begins with one. */
export function withPaths(error: ApiError, rename: (path: string) => string): ApiError {
  const { details: told } = error.options
  if (!told?.some(({ path }) => rename(path) !== path)) return error
  const details = told.map((one) => ({ ...one, path: rename(one.path) }))
  const message = error.message === headline(told) ? headline(details) : error.message
  return new ApiError(error.code, message, { ...error.options, status: error.status, details })
}

/** What a record is called in a sentence, by the kind that `x-id` names; left out where the two are the same. */
const nouns: Record<string, string> = {
  legal_entity: 'legal entity',
  api_key: 'API key',
  approval_request: 'request',
  custom_field: 'custom field',
  actor: 'user, API key or app',
  connection: 'connected app',
  activity: 'entry of the activity log',
  pay: 'pay row',
}

/**
 * `not_found`: the same answer for a record that does not exist, is hidden from the caller, or is another
 * organization's, so that nobody can find out which.
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

/**
 * Status 503, with the advice to retry in 2 seconds: the database cannot be reached, or the server is shutting down.
 */
export function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError('internal', message, { status: 503, retryAfterSeconds: 2, cause })
}

/** Any error as the one that callers see. An unexpected error becomes `internal`, and only the log gets its details. */
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
