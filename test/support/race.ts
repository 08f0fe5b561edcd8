import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { CallError } from './client.ts'

/** How calls at the same moment ended: what the winners got, and the error codes of the others. */
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
 * Resolves as soon as the call waits for a lock: it has met the transaction that the test holds open. Resolves, too,
 * when the call ends without ever waiting.
 *
 * @param waiting how many calls wait then, with those that did before
 */
export async function untilBlocked(db: pg.Pool, call: Promise<unknown>, waiting = 1): Promise<void> {
  let ended = false
  const end = () => void (ended = true)
  call.then(end, end)
  while (!ended && (await countBlocked(db)) < waiting) await setImmediate()
}

/** How many server processes wait for a lock, in a cluster on all its nodes. */
export async function countBlocked(db: pg.Pool): Promise<number> {
  const { rows: found } = await db.query<{ view: string }>(
    `select coalesce(to_regclass('citus_stat_activity'), 'pg_stat_activity')::text as view`,
  )
  const { rows } = await db.query(
    `select 1 from ${found[0]!.view} where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}
