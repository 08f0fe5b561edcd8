import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs'
import { dirname, parse } from 'node:path'
import { ConfigError } from '../config/error.ts'
import { programsForAll, type Binaries } from './programs.ts'

/**
 * Runs the programs of the embedded PostgreSQL without any rights. PostgreSQL refuses to run as root, so root runs it as
 * the user `nobody`; and whoever runs it, it gets no capability, also if this process has some.
 */
export interface Runner {
  /** Gives a file to the user of PostgreSQL. */
  own: (path: string) => void
  /** Sets up a cluster. Fails with an error that has `stderr`. */
  initdb: (args: Arguments) => void
  /** Starts the server, which keeps running after this process. */
  postgres: (args: Arguments, logTo: number) => ChildProcess
}

/** The arguments of a program. `nameOf` tells by which name the program gets to a folder or file. */
type Arguments = (nameOf: (path: string) => string) => string[]

/** The user and group `nobody`. */
const nobody = 65_534
const folderOfDescriptors = '/proc/self/fd'

/**
 * @param dataDir the folder with all files that the programs use
 * @throws ConfigError when root runs this, and PostgreSQL could not reach its files
 */
export function createRunner(dataDir: string, binaries: Binaries): Runner {
  const isRoot = process.getuid?.() === 0
  const isHidden = isRoot && !isOpenToAll(dataDir)
  if (isHidden && !existsSync(folderOfDescriptors))
    throw new ConfigError(
      `DATA_DIR (${dataDir}) can only be entered by root, and PostgreSQL never runs as root. Let DATA_DIR name a folder that others may enter, start Rollcall as another user, or set DATABASE_URL.`,
    )
  const programs = isRoot && !isOpenToAll(binaries.postgres) ? programsForAll(binaries) : binaries
  const { wrap, identity } = withoutRights(isRoot, programs)
  const using = <T>(
    program: string,
    args: Arguments,
    start: (command: string, all: string[], descriptors: number[]) => T,
  ): T => {
    const files = new Files(isHidden)
    try {
      const [command, all] = wrap(
        program,
        args((path) => files.nameOf(path)),
      )
      return start(command, all, files.descriptors)
    } finally {
      files.close()
    }
  }
  return {
    own: (path) => isRoot && chownSync(path, nobody, nobody),
    initdb: (args) =>
      using(programs.initdb, args, (command, all, descriptors) => {
        execFileSync(command, all, { stdio: ['ignore', 'ignore', 'pipe', ...descriptors], ...identity })
      }),
    postgres: (args, logTo) =>
      using(programs.postgres, args, (command, all, descriptors) =>
        // A separate process group: Ctrl-C in a terminal must not stop the server before we have ended all requests.
        spawn(command, all, {
          stdio: ['ignore', 'ignore', logTo, ...descriptors],
          detached: true,
          ...identity,
        }),
      ),
  }
}

/**
 * The names of files for a program. In a folder that only root may enter, root opens them for the program, which gets
 * to them by the numbers of these descriptors and to nothing else there.
 */
class Files {
  readonly descriptors: number[] = []
  readonly #isHidden: boolean

  constructor(isHidden: boolean) {
    this.#isHidden = isHidden
  }

  nameOf(path: string): string {
    if (!this.#isHidden) return path
    // The first three are those of standard input and output.
    return `${folderOfDescriptors}/${2 + this.descriptors.push(openSync(path, 'r'))}`
  }

  close(): void {
    for (const number of this.descriptors) closeSync(number)
  }
}

interface Rights {
  wrap: (command: string, args: string[]) => [string, string[]]
  identity: { uid?: number; gid?: number }
}

/**
 * The program `setpriv` takes everything away: also what the process could get by starting another program. Without it,
 * the change of the user does, which takes all capabilities that are in effect.
 */
function withoutRights(isRoot: boolean, { postgres }: Binaries): Rights {
  const user = isRoot ? [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []
  const least = [...user, '--no-new-privs', '--inh-caps=-all', '--ambient-caps=-all']
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))
  // Not every machine allows this process to limit what it could get.
  const choices = setpriv ? [[...least, '--bounding-set=-all'], least] : []
  for (const choice of choices)
    try {
      execFileSync(setpriv!, [...choice, postgres, '--version'], { stdio: 'ignore' })
      return { wrap: (command, args) => [setpriv!, [...choice, command, ...args]], identity: {} }
    } catch {
      // The next one.
    }
  return {
    wrap: (command, args) => [command, args],
    identity: isRoot ? { uid: nobody, gid: nobody } : {},
  }
}

/** Tells whether every user may enter this folder, or run this program, and may enter all folders above. */
export function isOpenToAll(path: string): boolean {
  for (let here = realpathSync(path); here !== parse(here).root; here = dirname(here))
    if ((statSync(here).mode & 0o001) === 0) return false
  return true
}
