import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { begin } from './begin.ts'
import { cutConnection } from './connection.ts'

const retryEveryMs = 50
/** Milliseconds that a server process may continue a transaction whose connection broke, before it is ended. */
const graceMs = 300

/** A row that only this transaction writes. If it exists, the transaction was committed. */
export type Proof =
  | { table: 'activity'; id: string }
  /** A key, which may have been used before. `expiresAt` distinguishes the uses. */
  | { table: 'idempotency_records'; holderId: string; key: string; expiresAt: Date }

/** A transaction whose commit was sent but not answered, because the connection broke. */
export interface Lost {
  orgId: string
  /** The server process that ran it. */
  processId: number
  /** The trace to look for: a row that it wrote, or else its transaction number. */
  by: Proof | { xid: string }
}

/**
 * Finds out whether a lost transaction was committed. A server process that has not noticed that its connection broke
 * is ended after a while, because it may hold locks.
 *
 * @param forMs how long to try
 * @returns undefined when this cannot be found out in that time
 */
export async function wasKept(pool: pg.Pool, lost: Lost, forMs: number): Promise<boolean | undefined> {
  // It takes whole milliseconds only, and what is left of a call's time is none.
  const until = AbortSignal.timeout(Math.ceil(forMs))
  // The database may not answer at all, and then no attempt ends.
  return Promise.race([tryUntil(until, pool, lost), sleep(forMs, undefined)])
}

async function tryUntil(until: AbortSignal, pool: pg.Pool, lost: Lost): Promise<boolean | undefined> {
  const began = Date.now()
  for (; !until.aborted; await sleep(retryEveryMs)) {
    const kept = await ask(pool, lost, until)
    if (kept !== undefined) return kept
    const passedMs = Date.now() - began
    if (passedMs > graceMs) await endProcess(pool, lost.processId, passedMs)
  }
  return undefined
}

/** Undefined while the transaction is still running or the database cannot be reached. */
async function ask(pool: pg.Pool, { orgId, by }: Lost, until: AbortSignal): Promise<boolean | undefined> {
  if ('xid' in by) return askForNumber(pool, by.xid)
  const client = await pool.connect().catch(() => undefined)
  if (!client) return undefined
  const cut = () => cutConnection(client)
  until.addEventListener('abort', cut, { once: true })
  begin(client, orgId)
  client.query(`set local lock_timeout = ${graceMs}`).catch(() => undefined)
  const kept = await askForRow(client, orgId, by).catch(() => undefined)
  const failure = await client.query('rollback').then(
    () => undefined,
    (error: Error) => error,
  )
  until.removeEventListener('abort', cut)
  client.release(failure)
  return kept
}

/**
 * Asks whether the row exists. It tries to write the row, and the caller rolls back. A select would not see the row of
 * a transaction that is still running; an insert waits for that transaction, even on another node of a cluster. If the
 * row can be written, it will never be committed by the lost transaction.
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
 * Ends a server process. Only the role that logged in may do so, not the one that its connection has become. A process
 * that started after the loss is another one with the same number, and is left alone.
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
