import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded, type EmbeddedDatabase } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'

/** One real PostgreSQL for the whole run; its database `rollcall` is the template of each test file's own. */
let cluster: Promise<{ dir: string; database: EmbeddedDatabase }> | undefined
let count = 0

async function launch(): Promise<{ dir: string; database: EmbeddedDatabase }> {
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-test-'))
  const database = await startEmbedded(dir, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  })
  await migrate(database.url)
  return { dir, database }
}

export interface TestDatabase {
  url: string
  appUrl: string
  drop: () => Promise<void>
}

/** A fresh, migrated database. */
export async function createDatabase(): Promise<TestDatabase> {
  const { database } = await (cluster ??= launch())
  const name = `test_${process.pid}_${++count}`
  await admin(database.url, `create database ${name} template rollcall`)
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  return {
    url: at(database.url),
    appUrl: at(database.appUrl),
    drop: () => admin(database.url, `drop database ${name} with (force)`),
  }
}

async function admin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href,
  })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Called once, at the end of the run. */
export async function stopCluster(): Promise<void> {
  if (!cluster) return
  const { dir, database } = await cluster
  await database.stop()
  rmSync(dir, { recursive: true, force: true })
}
