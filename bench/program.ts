import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../src/embedded-postgres/start.ts'
import type { Keeper } from './keeper.ts'

const root = join(import.meta.dirname, '..')
const startMs = 60_000
/** The SECRET_KEY of all servers. */
export const benchSecretKey = '0'.repeat(64)

/** A server in a separate process. */
export interface Program {
  url: string
  pid: number
  /** The process. It has a channel, for programs that answer messages. */
  child: ChildProcess
  /** Its resident memory now, in bytes. */
  residentBytes: () => number
  stop: () => Promise<void>
}

/**
 * Starts a server with NODE_ENV=production on a free port of the loopback address, and waits until it is ready. Further
 * arguments for node, such as `--cpu-prof`, come from `BENCH_NODE_ARGS`.
 *
 * @param args arguments for node
 * @param options.signal ends it, also while it starts
 * @param options.keeper ends it when this process cannot
 * @param options.withinMs left out: a minute, for a busy machine
 * @throws Error when it is not ready in time
 */
export async function startProgram(
  args: string[],
  env: Record<string, string>,
  { signal, keeper, withinMs = startMs }: { signal?: AbortSignal; keeper?: Keeper; withinMs?: number } = {},
): Promise<Program> {
  const port = await freePort()
  signal?.throwIfAborted()
  const more = (process.env['BENCH_NODE_ARGS'] ?? '').split(' ').filter(Boolean)
  const child = spawn(process.execPath, [...more, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      SECRET_KEY: benchSecretKey,
      ROLE: 'web',
      LOG_LEVEL: 'error',
      PORT: String(port),
      ...env,
    },
  })
  keeper?.program(child)
  const url = `http://127.0.0.1:${port}`
  const gone = once(child, 'exit')
  signal?.addEventListener('abort', () => child.kill())
  try {
    await untilReady(url, withinMs, () => child.exitCode === null)
  } catch (error) {
    child.kill()
    throw new Error(`node ${args.join(' ')} did not start: ${String(error)}`, { cause: error })
  }
  return {
    url,
    pid: child.pid!,
    child,
    residentBytes: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    async stop() {
      if (child.exitCode === null && child.kill()) await gone
    },
  }
}

/** The arguments that `npm start` gives to node. */
export function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const [, args] = /^exec node (.+)$/.exec(scripts.start) ?? []
  if (!args) throw new Error(`npm start does not run node: ${scripts.start}`)
  return args.split(' ')
}

async function untilReady(url: string, withinMs: number, alive: () => boolean): Promise<void> {
  const deadline = Date.now() + withinMs
  while (alive() && Date.now() < deadline) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await sleep(50)
  }
  throw new Error(alive() ? 'it was not ready in time' : 'it ended')
}
