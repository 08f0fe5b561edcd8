import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { basename, dirname, join, parse } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../config.ts'

/** One PostgreSQL server of ours: its files, its start and its end. What it is doing stands in its postmaster.pid. */

export interface Binaries {
  postgres: string
  initdb: string
}

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

/** The port of the server that runs on this cluster; waits while one is starting or stopping. */
export async function findRunning(cluster: string): Promise<number | undefined> {
  const deadline = Date.now() + startMs
  while (Date.now() < deadline) {
    const found = readPidFile(cluster)
    // A file without its process is what a crash left: PostgreSQL finds that out itself and starts over it.
    if (!found || !isAlive(found.pid) || isForeign(found.pid)) return undefined
    if (found.status === 'ready') return (await answers(found.port)) ? found.port : undefined
    await sleep(pollMs)
  }
  return undefined
}

/** Whether something listens there; the number of a process that is gone may be another's by now. */
function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2000 })
    socket.once('connect', () => done(true))
    for (const event of ['error', 'timeout']) socket.once(event, () => done(false))
    for (const event of ['connect', 'error', 'timeout']) socket.once(event, () => socket.destroy())
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process is surely no PostgreSQL: a crash left its number behind, and another program has it now. */
function isForeign(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
}

/** PostgreSQL itself asks no more than whether the number is anybody's, and would never start again. */
function forgetForeign(cluster: string): void {
  const found = readPidFile(cluster)
  if (found && isAlive(found.pid) && isForeign(found.pid)) rmSync(join(cluster, 'postmaster.pid'))
}

/**
 * A new cluster, complete or not there at all: it is made under another name first. Two processes may do so at the same
 * moment; what the second one has made is for nothing then.
 */
export function initialise(binaries: Binaries, cluster: string, ownerPassword: string): void {
  removeUnfinished(cluster)
  const unfinished = `${cluster}.new.${process.pid}`
  const passwordFile = `${cluster}.password.${process.pid}`
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, `${ownerPassword}\n`, { mode: 0o600 })
  const runner = findRunner(dirname(cluster), binaries)
  try {
    for (const path of [unfinished, passwordFile]) runner.own(path)
    const args = [
      `--pgdata=${unfinished}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
    ]
    const [command, all] = runner.wrap(binaries.initdb, [
      ...args,
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ])
    execFileSync(command, all, { stdio: ['ignore', 'ignore', 'pipe'], ...runner.identity })
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

/** What processes left behind that were killed while they made a cluster. */
function removeUnfinished(cluster: string): void {
  const folder = dirname(cluster)
  for (const name of readdirSync(folder)) {
    const [, pid] = /\.(?:new|password)\.(\d+)$/.exec(name) ?? []
    if (pid !== undefined && name.startsWith(basename(cluster)) && !isAlive(Number(pid)))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** Starts the server and waits until it takes connections. It outlives this process unless it is stopped. */
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
    // Statements and the values in them are personal: only the server's own state is logged.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...settings,
  }
  const runner = findRunner(dirname(cluster), binaries)
  const args = ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const [command, rest] = runner.wrap(binaries.postgres, args)
  forgetForeign(cluster)
  const logFile = `${cluster}.log`
  // A file and not a pipe: a pipe would break when this process is killed and the server goes on.
  const logTo = openSync(logFile, 'w', 0o600)
  // A process group of its own: Ctrl-C in a terminal must reach us alone, so that we can drain before it stops.
  const server = spawn(command, rest, {
    stdio: ['ignore', 'ignore', logTo],
    detached: true,
    ...runner.identity,
  })
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
    if (ended !== undefined)
      throw new Error(
        `The embedded PostgreSQL did not start: ${ended}\n${readFileSync(logFile, 'utf8').slice(-2000)}`,
      )
    await sleep(pollMs)
  }
}

/** Fast shutdown: open transactions are rolled back, the data is written out. If that takes long, the next start recovers. */
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
  // Its file goes a moment before its process does.
  await waitUntil(isGone, 200)
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has gone by itself.
  }
}

interface Runner {
  identity: { uid?: number; gid?: number }
  own: (path: string) => void
  wrap: (command: string, args: string[]) => [string, string[]]
}

/**
 * PostgreSQL refuses to run as root. Root starts it as `nobody` instead; below a folder that only root may enter
 * (a temporary clone, say) nobody gets the one extra capability to pass through.
 */
function findRunner(dataDir: string, binaries: Binaries): Runner {
  const plain: Runner = { identity: {}, own: () => undefined, wrap: (command, args) => [command, args] }
  if (process.getuid?.() !== 0) return plain
  const [uid, gid] = [65534, 65534]
  const own = (path: string) => chownSync(path, uid, gid)
  if (isOpenToAll(dataDir) && isOpenToAll(dirname(realpathSync(binaries.postgres))))
    return { ...plain, own, identity: { uid, gid } }
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))
  if (!setpriv)
    throw new ConfigError(
      `DATA_DIR (${dataDir}) can only be entered by root, and PostgreSQL never runs as root. Start Rollcall as another user, open the folder to others (chmod o+x), or set DATABASE_URL.`,
    )
  const identity = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    // Without it access() answers as if the capability were not there, and initdb does not find its own programs.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  return { identity: {}, own, wrap: (command, args) => [setpriv, [...identity, command, ...args]] }
}

/** Whether everyone may pass through this folder and all above. */
function isOpenToAll(path: string): boolean {
  for (let here = realpathSync(path); here !== parse(here).root; here = dirname(here))
    if ((statSync(here).mode & 0o001) === 0) return false
  return true
}
