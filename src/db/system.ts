import type { Knex } from 'knex'
import type pg from 'pg'
import type { Db } from './transaction.ts'

/** A connection in a transaction that sees all organizations. */
export type SystemDb = pg.ClientBase

/**
 * Runs `work` in one transaction with the role rollcall_system, which sees all organizations. For operators and jobs;
 * calls of the API never use it.
 *
 * @param client a connection with the owner's login
 */
export async function asSystem<T>(client: pg.ClientBase, work: (db: SystemDb) => Promise<T>): Promise<T> {
  try {
    await client.query('begin')
    await client.query('set local role rollcall_system')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** The transaction of `asSystem` as a `Db`, so that work on a single organization can use its queries. */
export function ofOrganization(client: SystemDb, orgId: string): Db {
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query(text, values)).rows as Row[]
  const run = <Row>(builder: Knex.QueryBuilder | Knex.Raw) => {
    const { sql, bindings } = builder.toSQL().toNative()
    return query<Row>(sql, [...bindings])
  }
  return {
    orgId,
    query,
    run,
    async *runInBatches<Row>(builder: Knex.QueryBuilder | Knex.Raw) {
      yield await run<Row>(builder)
    },
  }
}
