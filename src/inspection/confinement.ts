import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The ways in which a process that looks into bytes of strangers is kept from everything else. Not every machine has all of them; the
 * first process finds out which (`child.ts`).
 */
export interface Confinement {
  /** Runs as a user that owns nothing. Only root can give it away. */
  user: boolean
  /** Has no network, and sees no process of this service: namespaces of Linux, by the program `unshare`. */
  namespaces: boolean
}

/** From the best to the least. */
export function choices(): Confinement[] {
  const users = process.getuid?.() === 0 ? [true, false] : [false]
  const namespaces = programOf('unshare') === undefined ? [false] : [true, false]
  return users.flatMap((user) => namespaces.map((one) => ({ user, namespaces: one })))
}

/** A user and group that no machine gives to anybody, and not `nobody`, who may own the processes of others. */
const stranger = 65_533

/** The program of `inside/`, as codegen bundles it. */
const folder = join(import.meta.dirname, '../generated/inspection')
const main = join(folder, 'main.mjs')
/** Megabytes of the heap of JavaScript. Buffers are beside it. */
const heapMb = 256
/** Bytes that a process may take beyond what it has when it has loaded its code: pictures take most. */
const memoryBytes = 640e6

export interface Program {
  command: string
  args: string[]
  options: { uid?: number; gid?: number }
}

/**
 * The command of a process. Node's permission model keeps JavaScript from all files but the program's own, from other processes
 * and threads, and from native code, which only pictures need. It cannot forbid the network.
 *
 * @param program for tests, which try what a process can do
 */
export function programOfTask(
  kind: string,
  { user, namespaces }: Confinement,
  program: string = main,
): Program {
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMb}`,
    '--permission',
    ...readable(kind, program).map((path) => `--allow-fs-read=${path}`),
    ...(kind === 'image' ? ['--allow-addons'] : []),
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--no-warnings',
    program,
    kind,
  ]
  const [command, ...args] = namespaces
    ? [programOf('unshare')!, '--user', '--net', '--ipc', '--', ...node]
    : node
  return { command: command!, args, options: identityOf(user) }
}

const identityOf = (user: boolean) => (user ? { uid: stranger, gid: stranger } : {})

/** The program's own files, and for a picture its package. Not the folder of the service: settings and data may be in it. */
function readable(kind: string, program: string): string[] {
  const files = [folder, program]
  if (kind !== 'image') return files
  const packages = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('sharp')))))
  // Where the packages of several services are in one place, the folder of packages is a link to it.
  return [...files, packages, join(import.meta.dirname, '../../node_modules')]
}

/**
 * Takes from a process that has loaded its code what it needs no longer: it opens no file and no connection any more, native code
 * included, writes nothing, and has a limit of memory.
 *
 * @returns false where the machine cannot do it
 */
export async function lock(pid: number, data: number, { user }: Confinement): Promise<boolean> {
  const prlimit = programOf('prlimit')
  if (prlimit === undefined) return false
  const limits = { nofile: 0, fsize: 0, core: 0, data: Math.ceil(data + memoryBytes) }
  const args = Object.entries(limits).map(([name, value]) => `--${name}=${value}:${value}`)
  return new Promise((resolve) => {
    // The same user: nobody else may change the limits of a process, not even root everywhere.
    execFile(prlimit, [`--pid=${pid}`, ...args], { env: {}, ...identityOf(user) }, (error) =>
      resolve(error === null),
    )
  })
}

function programOf(name: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/local/bin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}
