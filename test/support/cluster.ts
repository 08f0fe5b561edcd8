import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbedded, type EmbeddedDatabase } from '../../src/embedded-postgres/start.ts'
import { distribute, isCluster } from '../../src/db/distribute.ts'
import { newFolderInMemory } from './memory.ts'
import { cpuOfProgram } from './process.ts'

/** One real PostgreSQL for the whole run. */
let cluster: { dir: string; starting: Promise<EmbeddedDatabase> } | undefined
/** The same, when its database `rollcall` is ready, which is the template of all others. */
let ready: Promise<EmbeddedDatabase> | undefined
let count = 0

/** Loaded when there is a database: many files, and the process that orders others, need none. */
async function migrate(url: string): Promise<void> {
  const { migrate } = await import('../../src/db/migrate.ts')
  await migrate(url)
}

async function launch(): Promise<EmbeddedDatabase> {
  const dir = newFolderInMemory('rollcall-test-')
  const starting = startEmbedded(dir, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    // What is in memory stays small.
    max_wal_size: '256MB',
    // There are many databases, and each one would be looked through so often.
    autovacuum_naptime: '1min',
  })
  cluster = { dir, starting }
  const database = await starting
  await migrate(database.url)
  return database
}

export interface TestDatabase {
  url: string
  appUrl: string
  drop: () => Promise<void>
}

/** A new, migrated database. With TEST_DATABASE_COMMAND, that command creates it in another cluster. */
export async function createDatabase(): Promise<TestDatabase> {
  if (elsewhere === undefined) {
    const database = await (ready ??= launch())
    return make(database, 'rollcall')
  }
  const made = await createElsewhere(elsewhere)
  await migrate(made.url)
  await distributeInCluster(made.url)
  return made
}

/** A new database without any table. */
export const createEmptyDatabase = async (): Promise<TestDatabase> =>
  elsewhere === undefined ? make(await (ready ??= launch()), 'template0') : createElsewhere(elsewhere)

/** Shards the tables of a database that is in a Citus cluster; leaves another one as it is. */
export async function distributeInCluster(url: string): Promise<void> {
  await connected(url, async (client) => {
    if (await isCluster(client)) await distribute(client)
  })
}

/**
 * Statements for a transaction in a Citus cluster, which mean nothing elsewhere: from then on `set local` reaches all nodes, as
 * in the service; or changes of the schema are those of one node alone, which takes what a cluster would refuse.
 */
export const inCluster = {
  settingsForAllNodes: `set local citus.propagate_set_commands = 'local'`,
  schemaOfThisNode: 'set local citus.enable_ddl_propagation = off',
}

/** Tells whether a database is in a Citus cluster. */
export const isInCluster = async (url: string): Promise<boolean> =>
  elsewhere !== undefined && (await connected(url, isCluster))

const elsewhere = process.env['TEST_DATABASE_COMMAND']
/** Whether the databases of the tests are made by that command. */
export const isElsewhere = elsewhere !== undefined
const newName = () => `test_${process.pid}_${++count}`

async function make(database: EmbeddedDatabase, template: string): Promise<TestDatabase> {
  const name = newName()
  await admin(database.url, `create database ${name} template ${template} strategy file_copy`)
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  return {
    url: at(database.url),
    appUrl: at(database.appUrl),
    drop: () => admin(database.url, `drop database ${name} with (force)`),
  }
}

/**
 * An empty database in a cluster that runs already. `command create name` creates it and prints the addresses for the
 * owner and for the application, one on each line; `command drop name` removes it.
 */
async function createElsewhere(command: string): Promise<TestDatabase> {
  const name = newName()
  const run = async (verb: string) => {
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} ${verb} ${name}`])
    return stdout.trim().split('\n')
  }
  const [url = '', appUrl = url] = await run('create')
  return { url, appUrl, drop: async () => void (await run('drop')) }
}

/** A copy of all files of a database, in a Citus cluster on each node. Whoever is connected to it loses the connection. */
export async function copyDatabase({ url, appUrl }: TestDatabase): Promise<TestDatabase> {
  const source = new URL(url).pathname.slice(1)
  const name = newName()
  const at = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href
  const nodes = await nodesOf(url)
  // A process of Citus would connect again at once, and so would one node to another.
  const letIn = (open: boolean) => `alter database ${source} allow_connections ${open}`
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${source}'`
  const copy = `create database ${name} template ${source} strategy file_copy`
  for (const statement of [letIn(false), end, copy, letIn(true)])
    for (const node of nodes) await admin(node, statement)
  const drop = async () => {
    for (const node of nodes) await admin(node, `drop database ${name} with (force)`)
  }
  return { url: at(url), appUrl: at(appUrl), drop }
}

/** The addresses of a database on all nodes of its Citus cluster; its own if it is in none. */
const nodesOf = (url: string): Promise<string[]> =>
  connected(url, async (client) => {
    if (!(await isCluster(client))) return [url]
    const { rows } = await client.query<{ hostname: string; port: string }>(
      'select nodename as hostname, nodeport::text as port from pg_dist_node order by groupid',
    )
    return rows.map((node) => Object.assign(new URL(url), node).href)
  })

/** Runs a statement about databases, which needs a connection to another one. */
const admin = (url: string, statement: string): Promise<void> =>
  connected(Object.assign(new URL(url), { pathname: '/postgres' }).href, async (client) => {
    await client.query(statement)
  })

/** Does `work` with a connection. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Seconds of CPU of this run's PostgreSQL so far. */
export function cpuOfCluster(): number {
  const file = cluster && join(cluster.dir, 'postgres', 'postmaster.pid')
  return file && existsSync(file) ? cpuOfProgram(Number.parseInt(readFileSync(file, 'utf8'), 10)) : 0
}

/** Stops PostgreSQL, also while its database is being made. Called at the end of the run. */
export async function stopCluster(): Promise<void> {
  if (!cluster) return
  const { dir, starting } = cluster
  await (await starting).stop()
  rmSync(dir, { recursive: true, force: true })
}
