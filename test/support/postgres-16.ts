import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { freePort } from '../../src/embedded-postgres/start.ts'
import {
  findRunning,
  initialise,
  startPostmaster,
  stopPostmaster,
} from '../../src/embedded-postgres/postmaster.ts'
import type { Binaries } from '../../src/embedded-postgres/programs.ts'
import type { TestDatabase } from './cluster.ts'
import { newFolderInMemory } from './memory.ts'

/**
 * A server with the oldest supported PostgreSQL, and an empty database that belongs to a login that is no superuser. So
 * row-level security applies to the owner, too. It has another empty one. A third belongs to a login that may not create roles. `drop` stops
 * the server.
 */
export async function startPostgres16(): Promise<TestDatabase & { weakUrl: string; emptyUrl: string }> {
  const dir = newFolderInMemory('rollcall-postgres-16-')
  const cluster = join(dir, 'postgres')
  const { resolve } = createRequire(import.meta.resolve('postgres-16'))
  const programs = resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const binaries = (await import(pathToFileURL(programs).href)) as Binaries
  initialise(binaries, cluster, 'secret')
  await startPostmaster(binaries, cluster, await freePort(), { fsync: 'off' })
  const port = await findRunning(cluster)
  const admin = new pg.Client({ connectionString: `postgres://postgres:secret@127.0.0.1:${port}/postgres` })
  await admin.connect()
  await admin.query(`create role plain login createrole password 'plain'`)
  await admin.query('create database rollcall owner plain')
  await admin.query('create database empty owner plain')
  await admin.query(`create role weak login password 'weak'`)
  await admin.query('create database weak owner weak')
  await admin.end()
  const url = `postgres://plain:plain@127.0.0.1:${port}/rollcall`
  return {
    url,
    appUrl: url,
    emptyUrl: url.replace(/rollcall$/, 'empty'),
    weakUrl: `postgres://weak:weak@127.0.0.1:${port}/weak`,
    async drop() {
      await stopPostmaster(cluster)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
