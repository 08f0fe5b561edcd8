import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'

/** Milliseconds between two looks. */
const pauseMs = 5

/** What a server's `/healthz` answers over a connection of its own, asked again and again in a thread of its own. */
export interface Watch {
  /** The longest delay in milliseconds since the last time that this was asked. */
  longest: () => Promise<number>
  stop: () => Promise<unknown>
}

export function watchHealth(url: string): Watch {
  const worker = new Worker(new URL(import.meta.url), { workerData: url })
  return {
    longest: () =>
      new Promise((done) => {
        worker.once('message', done)
        worker.postMessage('longest')
      }),
    stop: () => worker.terminate(),
  }
}

async function watch(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let longest = 0
  parentPort!.on('message', () => {
    parentPort!.postMessage(longest)
    longest = 0
  })
  for (;;) {
    const started = performance.now()
    await look(`${url}/healthz`, agent)
    longest = Math.max(longest, performance.now() - started)
    await sleep(pauseMs)
  }
}

const look = (url: string, agent: Agent): Promise<void> =>
  new Promise((done, fail) => {
    request(url, { agent }, (response) => response.resume().on('end', done))
      .on('error', fail)
      .end()
  })

if (parentPort) await watch(workerData as string)
