import type pg from 'pg'
import { sendTogether } from './connection.ts'

/**
 * The ways in which a transaction begins. All statements of a read see what was committed before the first of them: an answer that
 * several of them make would else tell a state that never was, such as one record in two lists, or in none.
 */
export const beginnings = {
  read: 'begin isolation level repeatable read read only',
  /** A read that leaves a line in the log. It is tried again when the access of its caller changes meanwhile. */
  recorded: 'begin isolation level repeatable read',
  write: 'begin',
} as const

export type TransactionMode = keyof typeof beginnings

/** Connections to a Citus cluster. */
const clusters = new WeakSet<pg.ClientBase>()

/** Notes that a connection leads to a Citus cluster. */
export function noteCluster(client: pg.ClientBase): void {
  clusters.add(client)
}

/**
 * Refuses what is no id of an organization: `set` takes no parameters, so the id becomes part of the text of a statement.
 *
 * @throws Error for what is no UUID
 */
export function requireUuid(orgId: string): void {
  if (!/^[0-9a-f-]{36}$/.test(orgId)) throw new Error('an organization id must be a uuid')
}

/**
 * Begins a transaction that sees one organization. It is not awaited, so that it shares a round trip with the first
 * query; if it fails, that query fails, too, because app.org_id is missing. It is one message, which PostgreSQL answers
 * once; but two for a Citus cluster, which repeats the whole message that contains a setting on its other nodes.
 *
 * @param orgId checked by `requireUuid`
 * @param failed is told why it failed, before the first query fails for want of it
 */
export function begin(
  client: pg.ClientBase,
  orgId: string,
  how: (typeof beginnings)[keyof typeof beginnings] = beginnings.write,
  failed: (error: unknown) => void = () => undefined,
): void {
  sendTogether(client)
  const both = [how, `set local app.org_id = '${orgId}'`]
  for (const text of clusters.has(client) ? both : [both.join('; ')]) client.query(text).catch(failed)
}
