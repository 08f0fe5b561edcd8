import pg from 'pg'
import { program } from '../../src/cli/program.ts'
import type { TestDatabase } from './cluster.ts'
import type { Finished } from './process.ts'
import { testSecret } from './server.ts'

let count = 0

/** A database with nothing in it, not even a schema. */
export async function createEmptyDatabase(beside: TestDatabase): Promise<TestDatabase> {
  const name = `test_empty_${process.pid}_${++count}`
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  await run(beside.url, `create database ${name} template template0`)
  return {
    url: at(beside.url),
    appUrl: at(beside.appUrl),
    drop: () => run(beside.url, `drop database ${name} with (force)`),
  }
}

async function run(url: string, statement: string): Promise<void> {
  const admin = Object.assign(new URL(url), { pathname: '/postgres' }).href
  await withDb(admin, (db) => db.query(statement))
}

/** Does `work` with connections of the owner. */
export async function withDb<T>(url: string, work: (db: pg.Pool) => Promise<T>): Promise<T> {
  const db = new pg.Pool({ connectionString: url, max: 2 })
  db.on('error', () => undefined)
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

/** Runs a command of the operator on a database, in this process. */
export async function org(
  url: string,
  dataDir: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Finished> {
  const printed = { stdout: '', stderr: '' }
  const code = await program(args, {
    env: { DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: testSecret, ...env },
    print: (text) => void (printed.stdout += `${text}\n`),
    complain: (text) => void (printed.stderr += `${text}\n`),
  })
  return { code, ...printed }
}

/** Tables → a digest of all rows of these organizations, of every table that has them and is not a counter. */
export async function digestsOf(url: string, orgIds: readonly string[]): Promise<Record<string, string>> {
  return withDb(url, async (db) => {
    const { rows: tables } = await db.query<{ name: string }>(
      `select c.relname as name from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
        order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await db.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as digest
           from ${name} t where t.org_id = any ($1)`,
        [orgIds],
      )
      found[name] = rows[0]!.digest
    }
    return found
  })
}
