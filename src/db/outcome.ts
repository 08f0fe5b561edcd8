import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { begin } from './begin.ts'

const findOutMs = 3000
const askAgainMs = 50
/** How long a server process may go on with a transaction whose client is no more. */
const graceMs = 300

/** A row that a transaction alone writes: whether it is there tells whether the transaction was kept. */
export type Proof =
  | { table: 'activity'; id: string }
  /** A key may have been used before: the time at which it expires tells the uses apart. */
  | { table: 'idempotency_records'; holderId: string; key: string; expiresAt: Date }

/** A transaction whose commit was sent, but never answered because the connection broke. */
export interface Lost {
  orgId: string
  /** The server process that had it. */
  processId: number
  /** What to look for: a row of its own, or else the number that PostgreSQL knows it by. */
  by: Proof | { xid: string }
}

/**
 * What became of a lost transaction. A server process that has not noticed yet is ended, with what it holds.
 *
 * @returns undefined when that cannot be found out in time
 */
export async function wasKept(pool: pg.Pool, lost: Lost): Promise<boolean | undefined> {
  const began = Date.now()
  for (; Date.now() < began + findOutMs; await sleep(askAgainMs)) {
    const kept = await ask(pool, lost)
    if (kept !== undefined) return kept
    const passedMs = Date.now() - began
    if (passedMs > graceMs) await endProcess(pool, lost.processId, passedMs)
  }
  return undefined
}

/** Undefined while the transaction goes on, or the database cannot be reached. */
async function ask(pool: pg.Pool, { orgId, by }: Lost): Promise<boolean | undefined> {
  if ('xid' in by) return askForNumber(pool, by.xid)
  const client = await pool.connect().catch(() => undefined)
  if (!client) return undefined
  begin(client, orgId)
  client.query(`set local lock_timeout = ${graceMs}`).catch(() => undefined)
  const kept = await askForRow(client, orgId, by).catch(() => undefined)
  client.release(
    await client.query('rollback').then(
      () => undefined,
      (error: Error) => error,
    ),
  )
  return kept
}

/**
 * Tries to write the row, and takes it back: unlike a look, that waits for a transaction that goes on, be it on another
 * node of a cluster. Only a row that could be written is missing for good.
 */
async function askForRow(client: pg.ClientBase, orgId: string, proof: Proof): Promise<boolean> {
  if (proof.table === 'activity') {
    const { rowCount } = await client.query(
      `insert into activity (org_id, id, action, summary, actor_kind, via, request_id)
       values ($1, $2, '', '', 'system', 'service', '')
       on conflict (org_id, id) do nothing`,
      [orgId, proof.id],
    )
    return rowCount === 0
  }
  const values = [orgId, proof.holderId, proof.key, proof.expiresAt]
  const { rowCount } = await client.query(
    `insert into idempotency_records (org_id, holder_id, key, action, fingerprint, expires_at)
     values ($1, $2, $3, '', '', $4)
     on conflict (org_id, holder_id, key) do nothing`,
    values,
  )
  if (rowCount === 1) return false
  const { rows } = await client.query(
    `select 1 from idempotency_records
      where org_id = $1 and holder_id = $2 and key = $3 and expires_at = $4
        for update`,
    values,
  )
  return rows.length === 1
}

async function askForNumber(pool: pg.Pool, xid: string): Promise<boolean | undefined> {
  const found = await pool
    .query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [xid])
    .catch(() => undefined)
  const status = found?.rows[0]?.status
  return status === 'committed' ? true : status === 'aborted' ? false : undefined
}

/**
 * A process may be ended by the role that logged in, not by the one that its connection has become. One that began after
 * the loss is another one of the same number.
 */
async function endProcess(pool: pg.Pool, processId: number, passedMs: number): Promise<void> {
  await pool
    .query(
      `set local role none;
       select pg_terminate_backend(pid) from pg_stat_activity
        where pid = ${processId} and backend_start < now() - interval '${passedMs} milliseconds'`,
    )
    .catch(() => undefined)
}
