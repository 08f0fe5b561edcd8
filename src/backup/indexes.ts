import type pg from 'pg'
import { inPublic, quote } from './tables.ts'

/** An index or a constraint as it is made, and as it goes. */
export interface Definition {
  name: string
  drop: string
  make: string
}

const kinds = { constraints: ['u', 'x'], foreignKeys: ['f'] }

async function findConstraints(
  client: pg.ClientBase,
  tables: readonly string[],
  kind: keyof typeof kinds,
): Promise<Definition[]> {
  const { rows } = await client.query<{ name: string; of_table: string; definition: string }>(
    `select k.conname::text as name, t.relname::text as of_table, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class t on t.oid = k.conrelid
      where t.relnamespace = 'public'::regnamespace and t.relname = any ($1) and k.contype::text = any ($2)
      order by of_table, name`,
    [tables, kinds[kind]],
  )
  return rows.map(({ name, of_table, definition }) => {
    const table = `alter table ${inPublic(of_table)}`
    return {
      name,
      drop: `${table} drop constraint ${quote(name)}`,
      make: `${table} add constraint ${quote(name)} ${definition}`,
    }
  })
}

/** The indexes and constraints that cost time for each row: all but primary keys and checks. */
async function findDefinitions(client: pg.ClientBase, table: string): Promise<Definition[]> {
  const { rows } = await client.query<{ name: string; make: string }>(
    `select c.relname::text as name, pg_get_indexdef(c.oid) as make
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = $1::regclass
        and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x'))
      order by name`,
    [inPublic(table)],
  )
  const indexes = rows.map((row) => ({ ...row, drop: `drop index ${inPublic(row.name)}` }))
  return [...(await findConstraints(client, [table], 'constraints')), ...indexes]
}

/**
 * Does `work` while this table has no indexes, and makes them again: to build an index at once takes a fraction of the time
 * of adding to it row by row. PostgreSQL checks all rows against them then. In one transaction, so that nobody sees the
 * table without. No foreign key may refer to a unique constraint of it meanwhile.
 *
 * @throws Error when they are not the same afterwards
 */
export async function withoutIndexes(
  client: pg.ClientBase,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const before = await findDefinitions(client, table)
  for (const { drop } of before.toReversed()) await client.query(drop)
  await work()
  await makeAgain(client, before, () => findDefinitions(client, table))
}

/** The foreign keys of these tables. */
export const findForeignKeys = (client: pg.ClientBase, tables: readonly string[]): Promise<Definition[]> =>
  findConstraints(client, tables, 'foreignKeys')

/** @throws Error when they are not the same as before */
export const makeForeignKeys = (
  client: pg.ClientBase,
  tables: readonly string[],
  before: readonly Definition[],
): Promise<void> => makeAgain(client, before, () => findForeignKeys(client, tables))

async function makeAgain(
  client: pg.ClientBase,
  before: readonly Definition[],
  find: () => Promise<Definition[]>,
): Promise<void> {
  for (const { make } of before) await client.query(make)
  if (JSON.stringify(await find()) !== JSON.stringify(before))
    throw new Error('The indexes and foreign keys of the restored tables are not those from before.')
}
