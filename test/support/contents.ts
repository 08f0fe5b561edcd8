import { expect } from 'chai'
import type pg from 'pg'

/** Tables that every call changes, even one that is refused. */
const counters = ['rate_windows', 'attempt_windows']
/** A column that every call may change. */
const ignoredColumns = ['last_used_at']

/** Table → the number of the companies' rows in it, and a digest of these rows. */
export type Contents = Record<string, string>
type AtLeastOne = [{ id: string }, ...{ id: string }[]]

/**
 * Everything that is stored about these companies: their rows in all tables, and their jobs in the queue. Tables
 * without an organization are read as a whole: they are few and small. Other companies are left out, because a sweep
 * over many actions would read the rows of all earlier ones each time.
 */
export async function readContents(db: pg.Pool, ...companies: AtLeastOne): Promise<Contents> {
  const { rows } = await db.query<{ name: string; digest: string }>({
    name: 'contents',
    text: await statementOf(db),
    values: [companies.map(({ id }) => id)],
  })
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** Fails when something is stored that differs from before, and names the tables. */
export async function expectUnchanged(
  db: pg.Pool,
  before: Contents,
  what: string,
  ...companies: AtLeastOne
): Promise<void> {
  const after = await readContents(db, ...companies)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  expect(changed, `${what} must leave every table as it was, but these changed`).to.deep.equal([])
}

const statements = new WeakMap<pg.Pool, Promise<string>>()

/** One statement that reads all tables of this database. */
function statementOf(db: pg.Pool): Promise<string> {
  let statement = statements.get(db)
  if (!statement) statements.set(db, (statement = writeStatement(db)))
  return statement
}

async function writeStatement(db: pg.Pool): Promise<string> {
  const { rows: tables } = await db.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name, array_agg(a.attname::text) as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r'
        and (n.nspname = 'public' and c.relname <> all ($1) or n.nspname = 'graphile_worker' and c.relname ~ 'jobs$')
      group by 1 order by 1`,
    [counters],
  )
  const digests = tables.map(({ name, columns }) => {
    const row = `(to_jsonb(t) - '{${ignoredColumns.join()}}'::text[])::text`
    return `select '${name}' as name, count(*) || ' rows ' || coalesce(md5(string_agg(row, e'\\n' order by row)), '') as digest
              from (select ${row} as row from ${name} t where ${ofCompanies(columns)}) as texts`
  })
  return digests.join(' union all ')
}

/**
 * The condition for rows of the companies. Jobs have the organization in their payload; those without are always read.
 */
function ofCompanies(columns: string[]): string {
  if (columns.includes('org_id')) return 'org_id = any ($1::uuid[])'
  if (columns.includes('payload')) return `coalesce(payload->>'org_id' = any ($1::text[]), true)`
  return 'true'
}
