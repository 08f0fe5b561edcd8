import { createHash } from 'node:crypto'
import type { Db } from '../db/transaction.ts'
import { ApiError, invalid } from '../errors.ts'
import type { Action } from '../generated/actions.ts'

const keptHours = 72

/** What the first use of a key left behind. */
export interface FirstUse {
  response: string | null
  activityId: string | null
}

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
 * @returns undefined when this call is the first; else what the first one left
 * @throws ApiError conflict when the key was used for another call, or the first one takes too long
 */
export async function claimKey(
  db: Db,
  holderId: string,
  key: string,
  action: Action,
  input: unknown,
): Promise<FirstUse | undefined> {
  const fingerprint = createHash('sha256')
    .update(`${action.name}\n${canonical(input)}`)
    .digest()
  const claimed = await claim(db, holderId, key, action, fingerprint)
  if (claimed) return undefined
  const [first] = await db.query<{
    action: string
    fingerprint: Buffer
    response: string | null
    activity_id: string | null
  }>(
    `select action, fingerprint, response, activity_id
       from idempotency_records
      where org_id = $1 and holder_id = $2 and key = $3`,
    [db.orgId, holderId, key],
  )
  if (!first)
    throw new ApiError('conflict', 'The first call with this Idempotency-Key has just ended. Try again.', {
      retryAfterSeconds: 1,
    })
  const use = { response: first.response, activityId: first.activity_id }
  if (action.retry === 'no-store' || !first.fingerprint.equals(fingerprint))
    throw usedBefore(action, first.action, use)
  return use
}

async function claim(
  db: Db,
  holderId: string,
  key: string,
  action: Action,
  fingerprint: Buffer,
): Promise<boolean> {
  const rows = await db
    .query(
      `insert into idempotency_records as r (org_id, holder_id, key, action, fingerprint, expires_at)
       values ($1, $2, $3, $4, $5, now() + make_interval(hours => $6))
       on conflict (org_id, holder_id, key) do update
         set action = excluded.action, fingerprint = excluded.fingerprint, response = null, activity_id = null,
             expires_at = excluded.expires_at
       where r.expires_at < now()
       returning 1`,
      [db.orgId, holderId, key, action.name, fingerprint, keptHours],
    )
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== '55P03') throw error
      throw new ApiError(
        'conflict',
        'The first call with this Idempotency-Key is still running. Try again in a second.',
        {
          retryAfterSeconds: 1,
          cause: error,
        },
      )
    })
  return rows.length > 0
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
export function completeKey(
  db: Db,
  holderId: string,
  key: string,
  outcome: { response: string | null; activityId: string | null },
): Promise<unknown> {
  return db.query(
    `update idempotency_records set response = $4, activity_id = $5
      where org_id = $1 and holder_id = $2 and key = $3`,
    [db.orgId, holderId, key, outcome.response, outcome.activityId],
  )
}

/** JSON in which the order of properties does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
