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

/**
 * Makes the second call while the first one waits for a lock that the test holds; once both wait, both continue.
 *
 * @param lock the statement that takes it
 */
export async function heldUp<A, B>(
  db: pg.Pool,
  lock: { text: string; values?: string[] },
  call: () => Promise<A>,
  other: () => Promise<B>,
): Promise<{ first: Promise<A>; second: Promise<B> }> {
  const blocker = await db.connect()
  try {
    await blocker.query('begin')
    await blocker.query(lock.text, lock.values)
    const first = call()
    await untilBlocked(db, first)
    const second = other()
    // Until the test looks at it, nobody waits for it.
    for (const one of [first, second]) one.catch(() => undefined)
    await untilBlocked(db, second, 2)
    return { first, second }
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
}

/** Makes the second call when the first one has reached its first write to the table; then both continue. */
export const interrupted = <A, B>(
  db: pg.Pool,
  table: string,
  call: () => Promise<A>,
  other: () => Promise<B>,
): Promise<{ first: Promise<A>; second: Promise<B> }> =>
  heldUp(db, { text: `lock table ${table} in share mode` }, call, other)

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

/** Does something in a transaction of another connection, whose locks others meet. What it has not committed is rolled back. */
export async function inUndoneTransaction<T>(
  db: pg.Pool,
  work: (other: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const other = await db.connect()
  try {
    await other.query('begin')
    return await work(other)
  } finally {
    await other.query('rollback')
    other.release()
  }
}
