import type pg from 'pg'
import { createPool } from '../../src/db/pool.ts'
import type { Day } from '../../src/domain/day.ts'
import type { Db } from '../../src/db/transaction.ts'

const pool = createPool(process.env['DATABASE_APP_URL'] as string, 'rollcall_app', 10)

/** Runs one prepared statement on any connection. */
export async function query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
  return (await pool.query<Row>(statement)).rows
}

/** Runs a transaction on one connection, which is closed if anything goes wrong. */
export async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = true
  try {
    const result = await work(client)
    broken = false
    return result
  } finally {
    client.release(broken)
  }
}

/** The row that the statement `authenticate` returns for a key. */
export interface Caller {
  credential_id: string
  membership_id: string
  org_id: string
  org_name: string
  org_language: string | null
  slug: string
  time_zone: string
  role: string
  audience: string
  person_id: string | null
  user_id: string
  email: string
  display_name: string
  user_language: string | null
  used: number
}

/** A statement of the service. Some of its values are slots. */
export interface Statement {
  name: string
  text: string
  values: unknown[]
}

/** The slots: values that each call replaces by its own. */
export const slots = {
  org: '00000000-0000-4000-8000-000000000001',
  day: '0001-01-01' as Day,
  id: '00000000-0000-4000-8000-000000000002',
  text: 'a text',
}

let count = 0

/** The statements that a query function of the service sends. So the hand-written server sends the same statements. */
export async function statementsOf(query: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const send = async (text: string, values: unknown[] = []) => {
    statements.push({ name: `limit_${++count}`, text, values })
    return []
  }
  await query({
    orgId: slots.org,
    get vault(): never {
      throw new Error('a statement that is only read opens nothing')
    },
    query: send,
    run(builder) {
      const { sql, bindings } = builder.toSQL().toNative()
      return send(sql, [...bindings])
    },
    runInBatches: () => {
      throw new Error('no statement of the benchmark is read in batches')
    },
  }).catch(() => undefined) // no row: some answer that with an error
  return statements
}

const names = new Map<string, string>()

/** The database for query functions of the service: their statements go over this connection, each of them prepared. */
export function databaseOn(client: pg.ClientBase, orgId: string): Db {
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    let name = names.get(text)
    if (name === undefined) names.set(text, (name = `own_${names.size}`))
    return (await client.query({ name, text, values })).rows as Row[]
  }
  const db: Pick<Db, 'orgId' | 'query' | 'run'> = {
    orgId,
    query,
    run: (builder) => {
      const { sql, bindings } = builder.toSQL().toNative()
      return query(sql, [...bindings])
    },
  }
  return db as Db
}

/** The statement with the values of this call in place of the slots. */
export function fill(
  { name, text, values }: Statement,
  org: string,
  day: string,
  id?: string,
  words?: string,
): pg.QueryConfig {
  const filled = new Map<unknown, unknown>([
    [slots.org, org],
    [slots.day, day],
    [slots.id, id],
    [slots.text, words],
  ])
  return {
    name,
    text,
    values: values.map((value) => (filled.has(value) ? filled.get(value) : value)),
  }
}

/** SQL to begin a transaction of one organization. */
export function begin(orgId: string, access = ''): string {
  return `begin${access}; set local app.org_id = '${orgId}'`
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The date in a time zone, as `2026-11-21`, which is the Swedish format. */
export function today(timeZone: string): string {
  let format = dayFormats.get(timeZone)
  if (!format) dayFormats.set(timeZone, (format = new Intl.DateTimeFormat('sv', { timeZone })))
  return format.format()
}
