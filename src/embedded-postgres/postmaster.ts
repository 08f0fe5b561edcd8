import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../config/error.ts'
import type { Binaries } from './programs.ts'
import { createRunner } from './runner.ts'
import { isAlive, removeUnfinished } from '../unfinished.ts'

/** The embedded PostgreSQL server: its files, its start and its end. Its file postmaster.pid tells what it is doing. */

const startMs = 30_000
const stopMs = 3000
const pollMs = 20

interface PidFile {
  pid: number
  port: number
  /** `starting`, `ready`, `stopping` … */
  status: string
}

function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() }
  } catch {
    return undefined
  }
}

/** The port of the server that runs on this cluster; undefined if there is none. Waits while one starts or stops. */
export async function findRunning(cluster: string): Promise<number | undefined> {
  const deadline = Date.now() + startMs
  while (Date.now() < deadline) {
    const found = readPidFile(cluster)
    // A file without its process is left after a crash. PostgreSQL notices that itself when it starts.
    if (!found || !isAlive(found.pid) || isForeign(found.pid)) return undefined
    if (found.status === 'ready') return (await answers(found.port)) ? found.port : undefined
    await sleep(pollMs)
  }
  return undefined
}

/**
 * Asks whether something listens on the port. The process in the file may be another one, which got the same number.
 */
function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2000 })
    socket.once('connect', () => done(true))
    for (const event of ['error', 'timeout']) socket.once(event, () => done(false))
    for (const event of ['connect', 'error', 'timeout']) socket.once(event, () => socket.destroy())
  })
}

/** Tells whether the process is certainly not PostgreSQL: after a crash another program can get the same number. */
function isForeign(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
}

/** Removes a postmaster.pid with the number of another program: PostgreSQL would take that for itself and not start. */
function forgetForeign(cluster: string): void {
  const found = readPidFile(cluster)
  if (found && isAlive(found.pid) && isForeign(found.pid)) rmSync(join(cluster, 'postmaster.pid'))
}

/**
 * Creates a new cluster. It is made under another name and then renamed, so that it is never incomplete. If two
 * processes do this at the same time, the cluster of the second one is removed.
 */
export function initialise(binaries: Binaries, cluster: string, ownerPassword: string): void {
  removeUnfinished(cluster)
  const unfinished = `${cluster}.new.${process.pid}`
  const passwordFile = `${cluster}.password.${process.pid}`
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, `${ownerPassword}\n`, { mode: 0o600 })
  try {
    const runner = createRunner(dirname(cluster), binaries)
    for (const path of [unfinished, passwordFile]) runner.own(path)
    runner.initdb((nameOf) => [
      `--pgdata=${nameOf(unfinished)}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${nameOf(passwordFile)}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ])
    renameSync(unfinished, cluster)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return
    const { stderr } = error as { stderr?: Buffer }
    if (!stderr) throw error
    throw new ConfigError(
      `The embedded PostgreSQL could not be set up below DATA_DIR. ${String(stderr).trim()}\nAnother one is used with DATABASE_URL.`,
      { cause: error },
    )
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** It may start at the next attempt: another process may have been starting or stopping it. */
export class NotStarted extends Error {}

/**
 * A PostgreSQL of another major version does not read these files, and says only that they are incompatible.
 *
 * @throws ConfigError
 */
function refuseOtherVersion({ postgres }: Binaries, cluster: string): void {
  const file = join(cluster, 'PG_VERSION')
  const made = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  const [, own] = /\) (\d+)/.exec(execFileSync(postgres, ['--version'], { encoding: 'utf8' })) ?? []
  if (made !== undefined && made !== own)
    throw new ConfigError(
      `The database in ${cluster} was made by PostgreSQL ${made}, and this version of Rollcall brings PostgreSQL ${own}, which cannot read its files. Take a backup with the version that made it (npm run org -- backup), and restore that with this one and another DATA_DIR: docs/upgrades.md.`,
    )
}

/**
 * Starts the server and waits until it accepts connections. It keeps running after this process, until it is stopped.
 */
export async function startPostmaster(
  binaries: Binaries,
  cluster: string,
  port: number,
  settings: Record<string, string>,
): Promise<void> {
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    // Statements and the values in them are personal. So only the state of the server is logged.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    // Plans come from statistics. Those of nearly empty tables say that reading all of an organization is cheap, and within
    // the minute that PostgreSQL waits by default, a first import makes that wrong by far. New statistics end kept plans.
    autovacuum_naptime: '5s',
    ...settings,
  }
  const runner = createRunner(dirname(cluster), binaries)
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  forgetForeign(cluster)
  const logFile = `${cluster}.log`
  // A file and not a pipe: a pipe would break when this process is killed and the server keeps running.
  const logTo = openSync(logFile, 'w', 0o600)
  const server = runner.postgres((nameOf) => ['-D', nameOf(cluster), ...args], logTo)
  closeSync(logTo)
  server.unref()
  let ended: string | undefined
  server.once('error', (error) => (ended = error.message))
  server.once('exit', (code, signal) => (ended = `it ended with ${signal ?? code}`))
  const deadline = Date.now() + startMs
  for (;;) {
    const found = readPidFile(cluster)
    if (found?.pid === server.pid && found?.status === 'ready') return
    if (ended === undefined && Date.now() > deadline)
      ended = `it was not ready after ${startMs / 1000} seconds`
    if (ended !== undefined) {
      refuseOtherVersion(binaries, cluster)
      throw new NotStarted(
        `The embedded PostgreSQL in ${cluster} did not start: ${ended}. It says:\n${readFileSync(logFile, 'utf8').slice(-2000).trim()}`,
      )
    }
    await sleep(pollMs)
  }
}

/**
 * Stops the server: open transactions are rolled back and the data is written to disk. If that takes too long, the
 * server stops at once, and recovers at the next start.
 */
export async function stopPostmaster(cluster: string): Promise<void> {
  const running = readPidFile(cluster)
  if (!running) return
  const waitUntil = async (isSo: () => boolean, ms: number): Promise<boolean> => {
    for (const deadline = Date.now() + ms; !isSo(); await sleep(pollMs))
      if (Date.now() > deadline) return false
    return true
  }
  const isGone = () => !isAlive(running.pid)
  const hasEnded = () => readPidFile(cluster)?.pid !== running.pid || isGone()
  signal(running.pid, 'SIGINT')
  if (!(await waitUntil(hasEnded, stopMs))) {
    signal(running.pid, 'SIGQUIT')
    await waitUntil(hasEnded, 1000)
  }
  // The file is removed before the process ends: a moment, and on a busy machine longer.
  await waitUntil(isGone, stopMs)
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}
