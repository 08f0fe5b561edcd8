import { expect } from 'chai'
import type pg from 'pg'

/** What calls count, whatever becomes of them. */
const counters = ['rate_windows', 'address_windows']
/** When a key was last used is counted by the rate window, too. */
const ignoredColumns = ['last_used_at']

/** Table → number of rows and a digest of all of them: every table of ours, and the queue's jobs. */
export type Contents = Record<string, string>

export async function readContents(db: pg.Pool): Promise<Contents> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'public' and tablename <> all ($1) or schemaname = 'graphile_worker' and tablename ~ 'jobs$'
      order by 1`,
    [counters],
  )
  const digests = tables.map(
    ({
      name,
    }) => `select '${name}' as name, count(*) || ' rows ' || coalesce(md5(string_agg(row, e'\\n' order by row)), '') as digest
                     from (select (to_jsonb(t) - '{${ignoredColumns.join()}}'::text[])::text as row from ${name} t) as texts`,
  )
  const { rows } = await db.query<{ name: string; digest: string }>(digests.join(' union all '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** Fails with the tables that differ. */
export async function expectUnchanged(db: pg.Pool, before: Contents, what: string): Promise<void> {
  const after = await readContents(db)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  expect(changed, `${what} must leave every table as it was, but these changed`).to.deep.equal([])
}
