import { readdirSync } from 'node:fs'
import knex from 'knex'
import type pg from 'pg'
import { forMigrations } from '../../src/db/migrate.ts'
import { distributeInCluster } from './cluster.ts'
import {
  firstRevision,
  insertCompany,
  oldCompany,
  readColumns,
  readRows,
  type OldCompany,
  type Row,
} from './revisions.ts'

/** A company that is stored in a revision of the schema, to be upgraded from it. */
export interface Upgraded {
  /** The last migration of the revision. */
  migration: string
  company: OldCompany
  /** Table → rows, as the revision stored them. */
  rows: Record<string, Row[]>
  /** Columns of the revision that none of the rows has a value for. */
  untried: string[]
  /** What the migration sent to the database, without what knex sends with every one. */
  messages: string[]
}

/** The migrations of a folder, in their order. */
export const migrationsOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .sort()

/**
 * Brings an empty database through all revisions of a folder. In the first one that databases can have, and in each that
 * follows, a company is stored as that revision stores it. In a cluster the tables are sharded in the first one, and new ones
 * in each that follows, as the service does it, so that later migrations find them so.
 */
export async function storeInEachRevision(
  db: pg.Pool,
  url: string,
  secretKey: Buffer,
  folder = 'migrations',
): Promise<Upgraded[]> {
  const upgraded: Upgraded[] = []
  const builder = knex({ client: 'pg', connection: forMigrations(url) })
  let messages: string[] = []
  builder.on('query', ({ sql }: { sql: string }) => {
    if (!/schema_migrations|information_schema|^(BEGIN|COMMIT);?$/.test(sql)) messages.push(sql)
  })
  const config = { directory: folder, loadExtensions: ['.ts'], tableName: 'schema_migrations' }
  try {
    for (const [index, migration] of migrationsOf(folder).entries()) {
      messages = []
      await builder.migrate.up(config)
      if (migration < firstRevision) continue
      await distributeInCluster(url)
      const company = oldCompany(index + 1, secretKey)
      const rows = await insertCompany(db, company)
      const untried = untriedColumns(await readColumns(db), rows)
      upgraded.push({ migration, company, rows, untried, messages })
    }
  } finally {
    await builder.destroy()
  }
  return upgraded
}

/**
 * The rows that an upgrade has lost or changed, in words. Columns and tables that are not there any more do not count: a
 * migration that takes them away does so on purpose.
 */
export async function lostOrChanged(db: pg.Pool, upgraded: readonly Upgraded[]): Promise<string[]> {
  const columns = await readColumns(db)
  const found: string[] = []
  for (const { migration, rows } of upgraded)
    for (const [table, before] of Object.entries(rows)) {
      const there = columns.get(table)
      if (!there) continue
      const kept = Object.keys(before[0]!).filter((column) => there.includes(column))
      const valuesOf = (row: Row) => JSON.stringify(kept.map((column) => row[column]))
      const after = new Set((await readRows(db, table, before)).map(valuesOf))
      for (const row of before.map(valuesOf))
        if (!after.has(row)) found.push(`${table} from ${migration}: ${kept.join()} was ${row}`)
    }
  return found
}

/** The columns that no row has a value for. */
function untriedColumns(columns: Map<string, string[]>, rows: Record<string, Row[]>): string[] {
  return [...columns].flatMap(([table, names]) =>
    names
      .filter((column) => !rows[table]?.some((row) => row[column] !== null && row[column] !== undefined))
      .map((column) => `${table}.${column}`),
  )
}
