import { expect } from 'chai'
import type pg from 'pg'

/** What calls count, whatever becomes of them. */
const counters = ['rate_windows', 'address_windows']
/** When a key was last used is counted by the rate window, too. */
const ignoredColumns = ['last_used_at']

/** Table → how many rows of the companies it holds, and a digest of them. */
export type Contents = Record<string, string>
type AtLeastOne = [{ id: string }, ...{ id: string }[]]

/**
 * What is stored of these companies: their rows in every table of ours, and their jobs in the queue. Tables that belong
 * to no organization are read whole: they are few and small. Other companies are left out, so that a sweep over
 * many actions does not read again and again what earlier ones have left.
 */
export async function readContents(db: pg.Pool, ...companies: AtLeastOne): Promise<Contents> {
  const { rows } = await db.query<{ name: string; digest: string }>({
    name: 'contents',
    text: await statementOf(db),
    values: [companies.map(({ id }) => id)],
  })
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** Fails with the tables that differ. */
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

/** One statement for all tables of this database. */
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

/** Which rows are the companies'. A job says in its payload whose it is; one that does not is read always. */
function ofCompanies(columns: string[]): string {
  if (columns.includes('org_id')) return 'org_id = any ($1::uuid[])'
  if (columns.includes('payload')) return `coalesce(payload->>'org_id' = any ($1::text[]), true)`
  return 'true'
}
