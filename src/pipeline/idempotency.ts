import { createHash } from 'node:crypto'
import type { Db } from '../db/transaction.ts'
import { ApiError, invalid } from '../errors.ts'
import type { Action } from '../generated/actions.ts'
import { claim, complete, find, type KeyUse } from '../queries/platform/idempotency.ts'

const keptMs = 72 * 3_600_000

/** What the first use of a key left behind. */
export interface FirstUse {
  response: string | null
  activityId: string | null
}

/** The use by this call, or what the first one left. */
export type Claim = { use: KeyUse; first?: undefined } | { use?: undefined; first: FirstUse }

/**
 * The key as it is compared: 1 to 255 printable ASCII characters; one pair of surrounding quotes does not count.
 *
 * @param path what the caller calls it: the header, or a tool's argument
 * @throws ApiError validation_failed
 */
export function parseIdempotencyKey(given: string | undefined, path: string): string | undefined {
  if (given === undefined) return undefined
  const key = /^"(.*)"$/.exec(given)?.[1] ?? given
  if (!/^[\x20-\x7e]{1,255}$/.test(key) || key.trim() === '')
    throw invalid(path, 'bad_format', 'An idempotency key has 1 to 255 printable ASCII characters.')
  return key
}

/**
 * Claims a key for this call, in the call's own transaction: if the call fails the claim is gone with it. Two calls at
 * the same moment: the second one waits here until the first has ended.
 *
 * @returns this call's use when it is the first; else what the first one left
 * @throws ApiError conflict when the key was used for another call, or the first one takes too long
 */
export async function claimKey(
  db: Db,
  holderId: string,
  key: string,
  action: Action,
  input: unknown,
  now: Date,
): Promise<Claim> {
  const fingerprint = createHash('sha256')
    .update(`${action.name}\n${canonical(input)}`)
    .digest()
  const expiresAt = new Date(now.getTime() + keptMs)
  const use = { holderId, key, action: action.name, fingerprint, expiresAt }
  if (await claimFree(db, use, now)) return { use }
  const first = await find(db, holderId, key)
  if (!first)
    throw new ApiError('conflict', 'The first call with this Idempotency-Key has just ended. Try again.', {
      retryAfterSeconds: 1,
    })
  const left = { response: first.response, activityId: first.activity_id }
  if (action.retry === 'no-store' || !first.fingerprint.equals(fingerprint))
    throw usedBefore(action, first.action, left)
  return { first: left }
}

async function claimFree(db: Db, use: KeyUse, now: Date): Promise<boolean> {
  return claim(db, use, now).catch((error: unknown) => {
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new ApiError(
      'conflict',
      'The first call with this Idempotency-Key is still running. Try again in a second.',
      { retryAfterSeconds: 1, cause: error },
    )
  })
}

function usedBefore(action: Action, firstAction: string, use: FirstUse): ApiError {
  const { activityId } = use
  if (firstAction !== action.name || action.retry === 'replay')
    return new ApiError(
      'conflict',
      'This Idempotency-Key was used for another call. Use a new key for a new call.',
      { activityId },
    )
  const where = activityId
    ? `What it did is in the activity log as ${activityId}.`
    : 'It changed nothing. Read the record, or use a new key for a new call.'
  return new ApiError(
    'conflict',
    `This Idempotency-Key was used before, and results of this action are never stored. ${where}`,
    { activityId },
  )
}

/** Completes the claim with what a later use will get. */
export const completeKey = complete

/** JSON in which the order of properties does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
