import type { components } from './generated/contract.ts'
import { errorCatalogue, type ErrorCode, type ErrorParams, type RecordKind } from './generated/errors.ts'
import type { Language } from './texts/language.ts'
import { paramsOf, spell, untranslated, type Change, type Phrase, type Values } from './texts/phrase.ts'
import { problemTexts } from './texts/problems.ts'
import { recordKinds, recordTexts } from './texts/records.ts'

export type { ErrorCode }
/** One problem as callers read it. */
export type ErrorDetail = components['schemas']['ErrorDetail']

/** One problem, before it is told: its message has no language yet. */
export interface Detail extends Omit<ErrorDetail, 'message' | 'params'> {
  message: Phrase
  /** For programs; left out: the values that the message names. */
  params?: ErrorDetail['params']
}

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
  details?: Detail[]
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
  /** The problem as a whole; undefined where the details say it. `message` is this in English, for logs. */
  readonly about: Phrase | undefined
  readonly options: ErrorOptions

  constructor(code: ErrorCode, about: Phrase | undefined, options: ErrorOptions = {}) {
    super(spell(about ?? headline(options.details ?? []), 'en'), { cause: options.cause })
    this.code = code
    this.status = options.status ?? statusOf[code]
    this.about = about
    this.options = options
  }
}

/** The client left before it got its answer, so its query was cancelled. Nothing is wrong, and nobody reads this. */
export class ClientGone extends ApiError {
  constructor(cause?: unknown) {
    super('internal', problemTexts.clientGone(), { cause })
  }
}

/** The end of a call, for logs and metrics: `ok`, an error's code, or `gone`. */
export function outcomeOf(error: ApiError | undefined): string {
  return error instanceof ClientGone ? 'gone' : (error?.code ?? 'ok')
}

/**
 * `validation_failed` because of one field.
 *
 * @param path the field, as it is called in the input: `name`, `people[3].given_name`
 * @param code why, for programs: `wrong_type`, `too_long` …
 */
export function invalid(path: string, code: string, message: Phrase): ApiError {
  return invalidAll([{ path, code, message }])
}

/**
 * The largest number of problems that an answer names. Without a limit, a small request could make an answer of
 * megabytes.
 */
export const maxProblems = 100

/**
 * `validation_failed` because of several fields. Only the first 100 are named, with their paths shortened.
 *
 * @param details at least one
 */
export function invalidAll(details: Detail[]): ApiError {
  const named = details.slice(0, maxProblems).map((one) => ({ ...one, path: shorten(one.path) }))
  return new ApiError('validation_failed', undefined, { details: named })
}

/** Limits a path to 200 characters, because callers could make an answer very long by their property names. */
export function shorten(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path
}

/** The first problem in full, and how many more there are. */
function headline(details: readonly Detail[]): Phrase {
  const [one] = details
  if (!one) return problemTexts.internal()
  const first = one.path ? problemTexts.at({ path: one.path, problem: one.message }) : one.message
  return details.length > 1 ? problemTexts.andMore({ first, count: details.length - 1 }) : first
}

/** `forbidden`: the record or action may be known to the caller, but not used. */
export function forbidden(message: Phrase): ApiError {
  return new ApiError('forbidden', message)
}

/** A refusal of the catalogue (`openapi/components/errors/<name>.yaml`), and the values for its message and path. */
export type Problem<Name extends ErrorName = ErrorName> = {
  [N in Name]: { name: N; params: ErrorParams[N] }
}[Name]
export type ErrorName = keyof ErrorParams

/** Tells whether the catalogue has a refusal of this name. One that was stored by another version may be none. */
export const isRefusal = (name: string): name is ErrorName => Object.hasOwn(errorCatalogue, name)

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
export function refusal(problems: readonly Problem[], mistakes: readonly Detail[] = []): ApiError {
  const rank = ({ name }: Problem) => bySeverity.indexOf(errorCatalogue[name].error)
  const first = mistakes.slice(0, maxProblems).map((one) => ({ ...one, path: shorten(one.path) }))
  const sorted = problems.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxProblems - first.length)
  const code = first.length > 0 ? 'validation_failed' : errorCatalogue[sorted[0]!.name].error
  return new ApiError(code, undefined, { details: [...first, ...sorted.map(detailOf)] })
}

/** A refusal as the detail that tells it. */
export function detailOf({ name, params }: Problem): Detail {
  const entry = errorCatalogue[name]
  const values = params as Values
  return {
    path: spell({ text: untranslated(entry.path).text, values }, 'en'),
    code: name,
    message: { text: entry.message, values },
    ...(entry.record !== null && { record_id: values['record_id'] as string }),
  }
}

/** One problem as callers read it. */
export function tellDetail(
  { message, params, ...detail }: Detail,
  language: Language,
  change?: Change,
): ErrorDetail {
  const { path, code, ...record } = detail
  return {
    path,
    code,
    message: spell(message, language, change),
    params: params ?? paramsOf(message, language),
    ...record,
  }
}

/**
 * Message and details of an error, in the language of whoever reads it.
 *
 * @param change of our own sentences; what callers wrote, such as names and the paths of unknown properties, stays
 */
export function tell(
  { about, options }: ApiError,
  language: Language,
  change?: Change,
): { message: string; details?: ErrorDetail[] } {
  const { details } = options
  return {
    message: spell(about ?? headline(details ?? []), language, change),
    ...(details && { details: details.map((one) => tellDetail(one, language, change)) }),
  }
}

/** The error with other paths in its details, and in its message if it begins with one. */
export function withPaths(error: ApiError, rename: (path: string) => string): ApiError {
  const { details: told } = error.options
  if (!told?.some(({ path }) => rename(path) !== path)) return error
  const details = told.map((one) => ({ ...one, path: rename(one.path) }))
  return new ApiError(error.code, error.about, { ...error.options, status: error.status, details })
}

/**
 * `not_found`: the same answer for a record that does not exist, is hidden from the caller, or is another
 * organization's, so that nobody can find out which.
 *
 * @param path the input's field, such as `parent_id`
 * @param kind the kind of record, as `x-id` of that field says
 */
export function notFound(path: string, kind: RecordKind): ApiError {
  const no_record: Phrase = { text: recordKinds[kind].none, values: {} }
  const list: Phrase = { text: recordKinds[kind].list, values: {} }
  return new ApiError('not_found', recordTexts.unknownId({ no_record, path, list }), {
    details: [{ path, code: 'not_found', message: recordTexts.notSeen({ no_record }), params: {} }],
  })
}

/**
 * Status 503, with the advice to retry in 2 seconds: the database cannot be reached, or the server is shutting down.
 */
export function unavailable(message: Phrase, cause?: unknown): ApiError {
  return new ApiError('internal', message, { status: 503, retryAfterSeconds: 2, cause })
}

/** Any error as the one that callers see. An unexpected error becomes `internal`, and only the log gets its details. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError('internal', problemTexts.internal(), { cause: error })
}

/** The body of a failure, for HTTP and MCP alike. */
export function errorBody(
  error: ApiError,
  requestId: string,
  language: Language,
): { error: Record<string, unknown> } {
  const { activityId } = error.options
  return {
    error: {
      code: error.code,
      ...tell(error, language),
      request_id: requestId,
      ...(activityId !== undefined && { activity_id: activityId }),
    },
  }
}

/**
 * The part of an unexpected error that may be logged: class, code, message and stack. A database error's `detail` and
 * message repeat values of rows and parameters, which can be personal, so they are left out. Only the message that the
 * database cannot do something (0A000) repeats none: a cluster says by it which statement it refuses.
 */
export function describe(cause: unknown): Record<string, unknown> | undefined {
  if (!(cause instanceof Error)) return undefined
  const { code, constraint, table } = cause as { code?: string; constraint?: string; table?: string }
  const isSecret = code !== undefined && /^[0-9A-Z]{5}$/.test(code) && code !== '0A000'
  return {
    name: cause.name,
    code,
    constraint,
    table,
    message: isSecret ? `database error ${code}` : cause.message,
    // A message of several lines stands in the stack, too.
    stack: cause.stack
      ?.split('\n')
      .filter((line) => /^ +at /.test(line))
      .slice(0, 7)
      .join('\n'),
  }
}
