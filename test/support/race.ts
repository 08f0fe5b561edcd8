import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { CallError } from './client.ts'

/** How several calls at the same time ended: the answers of those that succeeded, and the error codes of the others. */
export async function race<T>(calls: Promise<T>[]): Promise<{ won: T[]; lost: string[] }> {
  const outcomes = await Promise.allSettled(calls)
  const won: T[] = []
  const lost: string[] = []
  for (const outcome of outcomes)
    if (outcome.status === 'fulfilled') won.push(outcome.value)
    else if (outcome.reason instanceof CallError) lost.push(outcome.reason.code)
    else throw outcome.reason
  return { won, lost }
}

/**
 * Resolves when the call waits for a lock of a transaction that the test has not ended, or when the call ends without
 * waiting.
 *
 * @param waiting how many calls must wait, with those that waited before
 */
export async function untilBlocked(db: pg.Pool, call: Promise<unknown>, waiting = 1): Promise<void> {
  let ended = false
  const end = () => void (ended = true)
  call.then(end, end)
  while (!ended && (await countBlocked(db)) < waiting) await setImmediate()
}

/** How many server processes wait for a lock; in a cluster, on all of its nodes. */
export async function countBlocked(db: pg.Pool): Promise<number> {
  const { rows: found } = await db.query<{ view: string }>(
    `select coalesce(to_regclass('citus_stat_activity'), 'pg_stat_activity')::text as view`,
  )
  const { rows } = await db.query(
    `select 1 from ${found[0]!.view} where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}
