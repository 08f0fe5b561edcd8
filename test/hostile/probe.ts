import { Worker } from 'node:worker_threads'
import { elsewhere, quantile } from './http.ts'

/** The request of a probe. */
export interface Asked {
  path: string
  method: string
  /** Used in turn, for as many keys. */
  headers: Record<string, string>[]
  body: string
  /** The pause after an answer. */
  everyMs: number
}

/** An answer: how long it took in milliseconds, its status, 0 if there was none, and when it came. */
export interface Seen {
  ms: number
  status: number
  at: number
}

const health: Asked = { path: '/healthz', method: 'GET', headers: [{}], body: '', everyMs: 4 }

/** Somebody else who asks for the same again and again, from another address, and notices when it takes long. */
export class Probe {
  readonly #worker: Worker

  constructor(url: string, asked: Partial<Asked> = {}) {
    this.#worker = new Worker(new URL('./probe-worker.ts', import.meta.url), {
      workerData: { ...health, ...asked, url, from: elsewhere },
    })
  }

  /** The answers while the work was done. It asks for nothing at other times. */
  async during(work: () => Promise<unknown>): Promise<Seen[]> {
    this.#worker.postMessage('begin')
    await work().catch(async (error: unknown) => {
      await this.#end()
      throw error
    })
    return this.#end()
  }

  #end(): Promise<Seen[]> {
    const seen = new Promise<Seen[]>((done) => this.#worker.once('message', done))
    this.#worker.postMessage('end')
    return seen
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }
}

/** Between callers who do not wait for each other. */
const paceMs = 5

/**
 * The delay of half of the answers, and of 99 of 100, and how many were no success. A probe sends nothing while it waits,
 * so one long delay would count as little as one short one. Counted are callers who come at a steady pace: those who
 * would have come while the probe waited had to wait for the rest of that time.
 */
export function summary(seen: Seen[]): { p50: number; p99: number; failed: number } {
  const times = seen.flatMap(({ ms }) =>
    Array.from({ length: Math.max(1, Math.ceil(ms / paceMs)) }, (_, index) => ms - index * paceMs),
  )
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    failed: seen.filter(({ status }) => status !== 200).length,
  }
}
