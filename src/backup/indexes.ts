import type pg from 'pg'
import { quote } from './tables.ts'

/** An index or a constraint as it is made, and as it goes. */
interface Definition {
  name: string
  drop: string
  make: string
}

/**
 * The indexes and constraints that cost time for each row: all but primary keys and checks. Those that others need come
 * first: a foreign key may refer to the columns of a unique constraint.
 */
async function findDefinitions(client: pg.ClientBase, tables: readonly string[]): Promise<Definition[]> {
  const { rows } = await client.query<{
    kind: string
    name: string
    of_table: string
    definition: string
    turn: number
  }>(
    `select 'constraint' as kind, k.conname::text as name, t.relname::text as of_table, pg_get_constraintdef(k.oid) as definition,
            case k.contype when 'f' then 3 else 1 end as turn
       from pg_constraint k join pg_class t on t.oid = k.conrelid
      where t.relnamespace = 'public'::regnamespace and t.relname = any ($1) and k.contype in ('u', 'x', 'f')
      union all
     select 'index', c.relname, t.relname, pg_get_indexdef(c.oid), 2
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
      where t.relnamespace = 'public'::regnamespace and t.relname = any ($1)
        and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x'))
      order by turn, of_table, name`,
    [tables],
  )
  return rows.map(({ kind, name, of_table, definition }) => {
    const table = `public.${quote(of_table)}`
    return kind === 'index'
      ? { name, drop: `drop index public.${quote(name)}`, make: definition }
      : {
          name,
          drop: `alter table ${table} drop constraint ${quote(name)}`,
          make: `alter table ${table} add constraint ${quote(name)} ${definition}`,
        }
  })
}

/**
 * Does `work` while these tables have no indexes and foreign keys, and makes them again: to build an index at once takes a
 * fraction of the time of adding to it row by row. PostgreSQL checks all rows against them then. In one transaction,
 * so that nobody sees the tables without.
 *
 * @throws Error when they are not the same afterwards
 */
export async function withoutIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const before = await findDefinitions(client, tables)
  for (const { drop } of before.toReversed()) await client.query(drop)
  await work()
  for (const { make } of before) await client.query(make)
  const after = await findDefinitions(client, tables)
  if (JSON.stringify(after) !== JSON.stringify(before))
    throw new Error('The indexes of the restored tables are not those from before.')
}
