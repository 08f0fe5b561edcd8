import { channel } from 'node:diagnostics_channel'
import type pg from 'pg'
import type { Vault } from '../secrets/personal.ts'
import { requireUuid } from './begin.ts'
import { given } from './options.ts'
import type { Composed, Db } from './transaction.ts'
import { types } from './types.ts'

/** A connection in a transaction that sees all organizations. */
export type SystemDb = pg.ClientBase

/** The transactions that have not ended, by their connections. */
const underWay = new WeakMap<SystemDb, object>()

/**
 * Runs `work` in one transaction with the role rollcall_system, which sees all organizations. For operators and jobs;
 * calls of the API never use it.
 *
 * @param client a connection with the owner's login
 * @throws Error when a statement failed, even if the work went on
 */
export async function asSystem<T>(client: pg.ClientBase, work: (db: SystemDb) => Promise<T>): Promise<T> {
  try {
    await client.query('begin')
    await client.query(`set local role rollcall_system; set local timezone = 'UTC'`)
    underWay.set(client, {})
    const result = await work(client)
    underWay.delete(client)
    // Where an error of a statement was caught by the work itself, PostgreSQL takes everything back.
    const { command } = await client.query('commit')
    if (command !== 'COMMIT')
      throw new Error('a statement of the transaction had failed, so nothing was kept')
    return result
  } catch (error) {
    underWay.delete(client)
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * Names the organization of a transaction of `asSystem`, for functions that compare it: they refuse another one. In a cluster
 * they run on its node, which is told.
 *
 * @throws Error for what is no UUID
 */
export async function enterOrganization(client: SystemDb, orgId: string): Promise<void> {
  requireUuid(orgId)
  // Elsewhere this is a setting that nobody reads. Citus repeats a message that sets something, so each is by itself.
  await client.query(`set local citus.propagate_set_commands = 'local'`)
  await client.query(`set local app.org_id = '${orgId}'`)
}

/** Publishes each statement when `query` is called, as the transaction of a call does. */
const statements = channel('rollcall:statement')

/**
 * The transaction of `asSystem` as a `Db`, so that work on a single organization can use its queries. Rows come as they do
 * in calls. Statements are sent one after the other, because connections of operators and jobs are not pipelined.
 *
 * @param vault undefined for work that opens and seals nothing private of people
 */
export function ofOrganization(client: SystemDb, orgId: string, vault: Vault | undefined): Db {
  let last: Promise<unknown> = Promise.resolve()
  const transaction = underWay.get(client)
  const send = async <Row>(text: string, values: unknown[]): Promise<Row[]> => {
    // Of several statements at once, one may start after another one has failed. By then the connection is somebody else's.
    if (underWay.get(client) !== transaction) throw new Error('the transaction has ended')
    return (await client.query({ text, values, types })).rows as Row[]
  }
  const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    if (statements.hasSubscribers) statements.publish(text)
    const sent = last.then(() => send<Row>(text, values))
    last = sent.catch(() => undefined)
    return sent
  }
  const run = <Row>(builder: Composed) => {
    const { sql, bindings } = builder.toSQL().toNative()
    return query<Row>(sql, [...bindings])
  }
  return {
    orgId,
    query,
    run,
    get vault() {
      return given(vault)
    },
    async *runInBatches<Row>(builder: Composed) {
      yield await run<Row>(builder)
    },
  }
}
