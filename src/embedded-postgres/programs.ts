import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ConfigError } from '../config/error.ts'
import { removeUnfinished } from '../unfinished.ts'

/** The programs of the embedded PostgreSQL: their paths. */
export interface Binaries {
  postgres: string
  initdb: string
}

/** Where root keeps copies of programs that only root can reach where they are. */
const folder = '/var/lib/rollcall'

/**
 * A copy of PostgreSQL's programs that every user may run, for a root whose packages are in a folder that only root may
 * enter. It is made once for each version. It holds nothing of ours, and only root can change it.
 *
 * @throws ConfigError when it cannot be made
 */
export function programsForAll(binaries: Binaries): Binaries {
  const source = dirname(dirname(binaries.postgres))
  const copy = copyOf(binaries)
  try {
    mkdirSync(folder, { recursive: true })
    if (!existsSync(copy)) {
      removeUnfinished(copy)
      const unfinished = `${copy}.new.${process.pid}`
      cpSync(source, unfinished, { recursive: true, verbatimSymlinks: true })
      for (const file of filesBelow(unfinished)) openToAll(file)
      openToAll(folder)
      moveTo(copy, unfinished)
    }
    for (const path of [folder, copy]) checkOwner(path)
  } catch (cause) {
    throw new ConfigError(
      `The programs of the embedded PostgreSQL (${source}) can only be reached by root, which PostgreSQL never runs as, and ${folder} cannot hold a copy of them: ${(cause as Error).message}. Keep Rollcall in a folder that others may enter, start it as another user, or set DATABASE_URL.`,
      { cause },
    )
  }
  const at = (program: string) => join(copy, 'bin', basename(program))
  return { postgres: at(binaries.postgres), initdb: at(binaries.initdb) }
}

/** Where the copy of these programs is, or would be. Programs that differ have different places. */
export function copyOf({ postgres }: Binaries): string {
  const source = dirname(dirname(postgres))
  const hash = createHash('sha256').update(readFileSync(postgres))
  for (const file of filesBelow(source))
    hash.update(`${file.slice(source.length)} ${lstatSync(file).isFile() ? lstatSync(file).size : ''}\n`)
  return join(folder, `postgres-${hash.digest('hex').slice(0, 16)}`)
}

/** The folder itself and everything in it. */
function filesBelow(path: string): string[] {
  const names = readdirSync(path, { recursive: true }) as string[]
  return [path, ...names.sort().map((name) => join(path, name))]
}

function openToAll(path: string): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  chmodSync(path, stats.isDirectory() || stats.mode & 0o100 ? 0o755 : 0o644)
}

/** If another process makes the same copy, the first one is kept. */
function moveTo(copy: string, unfinished: string): void {
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}

/** Another user who could change the programs could change all data. */
function checkOwner(path: string): void {
  const { uid, mode } = lstatSync(path)
  if (uid !== 0 || mode & 0o022) throw new Error(`${path} can be changed by others`)
}
