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

/** Resolves as soon as a query of this database waits for a lock: the call under test has met the open transaction. */
export async function untilBlocked(db: pg.Pool): Promise<void> {
  const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await db.query(blocked)).rowCount === 0) await setImmediate()
}
