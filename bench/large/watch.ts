import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { Program } from '../program.ts'

/** Milliseconds between two looks. */
const pauseMs = 5

/**
 * How long a server's `/healthz` takes over a connection of its own, asked again and again in a thread of its own. A
 * machine with more to do than cores keeps everybody waiting: the time in which the server, or this thread, could have
 * run and another program did, is no delay of the server's making, and does not count (Linux says how long that was).
 */
export interface Watch {
  /** The longest delay in milliseconds since the last time that this was asked. */
  longest: () => Promise<number>
  stop: () => Promise<unknown>
}

export function watchHealth({ url, pid }: Pick<Program, 'url' | 'pid'>): Watch {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, pid } })
  return {
    longest: () =>
      new Promise((done) => {
        worker.once('message', done)
        worker.postMessage('longest')
      }),
    stop: () => worker.terminate(),
  }
}

async function watch({ url, pid }: Pick<Program, 'url' | 'pid'>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let longest = 0
  parentPort!.on('message', () => {
    parentPort!.postMessage(longest)
    longest = 0
  })
  for (;;) {
    const started = performance.now()
    const queued = [queuedMs(pid), queuedMs('thread-self')] as const
    await look(`${url}/healthz`, agent)
    const took = performance.now() - started
    const others = Math.max(queuedMs(pid) - queued[0], queuedMs('thread-self') - queued[1])
    longest = Math.max(longest, took - others)
    await sleep(pauseMs)
  }
}

/** Milliseconds in which the main thread could have run, and waited for a core; 0 where the system does not say. */
function queuedMs(pid: number | 'thread-self'): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

const look = (url: string, agent: Agent): Promise<void> =>
  new Promise((done, fail) => {
    request(url, { agent }, (response) => response.resume().on('end', done))
      .on('error', fail)
      .end()
  })

if (parentPort) await watch(workerData as Pick<Program, 'url' | 'pid'>)
