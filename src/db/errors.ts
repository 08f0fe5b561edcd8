import { ApiError, unavailable } from '../errors.ts'
import { serviceTexts } from '../texts/requests.ts'

interface PostgresError {
  code?: string
  constraint?: string
  message?: string
}

/**
 * A database error as callers see it. Errors for which there is no rule are returned as they are and become `internal`; they
 * name their constraint, for the log, where a cluster has it in the message alone.
 */
export function translate(error: unknown): unknown {
  if (error instanceof ApiError) return error
  const { code = '' } = error as PostgresError
  if (code === '57014') return unavailable(serviceTexts.stopped(), error)
  if (busyCodes.includes(code))
    return new ApiError('conflict', serviceTexts.busy(), { retryAfterSeconds: 1, cause: error })
  if (code === '23505' || code === '23P01')
    return new ApiError('conflict', serviceTexts.savedMeanwhile(), { cause: error })
  if (isUnreachable(code, error)) return unavailable(serviceTexts.noDatabase(), error)
  const constraint = constraintOf(error)
  return constraint === undefined ? error : Object.assign(error as Error, { constraint })
}

/** Waited too long for a lock, could not be serialized, deadlock. */
const busyCodes = ['55P03', '40001', '40P01']

/** Tells whether others held for too long what a transaction needs. */
export const isBusy = (error: unknown): boolean => busyCodes.includes(causeOf(error).code ?? '')

const causeOf = (error: unknown): PostgresError =>
  ((error as Error | undefined)?.cause ?? {}) as PostgresError

/**
 * Tells whether to run the transaction again, because another one got in its way. This includes a name that was taken
 * after it was looked up: the next attempt finds the record that has it, and says so.
 */
export function isRetryable(error: unknown): boolean {
  const { code = '' } = causeOf(error)
  return ['40001', '40P01', '23505'].includes(code)
}

/**
 * Tells whether the connection broke before there was an answer. An error that PostgreSQL reports (`severity`) is an
 * answer.
 */
export function isLost(error: Error): boolean {
  return !('severity' in error) || /^(08|57P0)/.test((error as PostgresError).code ?? '')
}

/** No address, no way there, connection lost or refused, shutting down, too many connections. */
function isUnreachable(code: string, error: unknown): boolean {
  if (/^(08|57P0|53)/.test(code) || /^E(AI_|NOTFOUND|NET|CONN|PIPE|HOST|TIMEDOUT)/.test(code)) return true
  return (
    error instanceof Error &&
    /^Connection terminated|not queryable|timeout exceeded when trying to connect|^Query read timeout/.test(
      error.message,
    )
  )
}

/**
 * The constraint or unique index that a change violates, with the name that migrations give it. A Citus cluster tells
 * it only in the message, with the number of the shard at its end: `people_work_email_102025`.
 */
export function constraintOf(error: unknown): string | undefined {
  const { constraint, message = '' } = error as PostgresError
  const name = constraint ?? /constraint "([^"]+)"/.exec(message)?.[1]
  return name?.replace(/_\d{6,}$/, '')
}
