import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const findOutMs = 3000
const askAgainMs = 50
/** How long a server process may go on with a transaction whose client is no more. */
const graceMs = 300

/**
 * What became of a transaction whose commit was sent, but never answered because the connection broke: PostgreSQL
 * remembers it by its number. A server process that has not noticed yet is ended, with what it holds.
 *
 * @returns undefined when that cannot be found out in time
 */
export async function wasKept(pool: pg.Pool, xid: string): Promise<boolean | undefined> {
  const began = Date.now()
  for (; Date.now() < began + findOutMs; await sleep(askAgainMs)) {
    const status = await statusOf(pool, xid)
    if (status === 'committed') return true
    if (status === 'aborted') return false
    if (status === 'in progress' && Date.now() > began + graceMs) await endTransaction(pool, xid)
  }
  return undefined
}

async function statusOf(pool: pg.Pool, xid: string): Promise<string | null | undefined> {
  // While the database cannot be reached there is no answer yet.
  const found = await pool
    .query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [xid])
    .catch(() => undefined)
  return found?.rows[0]?.status
}

/** A process may be ended by the role that logged in, not by the one that its connection has become. */
async function endTransaction(pool: pg.Pool, xid: string): Promise<void> {
  await pool
    .query(
      `set local role none;
       select pg_terminate_backend(pid) from pg_stat_activity where backend_xid = '${BigInt(xid)}'::xid8::xid`,
    )
    .catch(() => undefined)
}
