import { Worker } from 'node:worker_threads'
import { elsewhere } from './http.ts'

/** Somebody else who asks for /healthz all the time, from another address, and notices when it takes long. */
export class Probe {
  readonly #worker: Worker

  constructor(url: string, everyMs = 4) {
    this.#worker = new Worker(new URL('./probe-worker.ts', import.meta.url), {
      workerData: { url, from: elsewhere, everyMs },
    })
  }

  /** How long the answers took, in milliseconds, while the work was done. */
  async during(work: () => Promise<unknown>): Promise<number[]> {
    this.#worker.postMessage('begin')
    await work()
    const delays = new Promise<number[]>((done) => this.#worker.once('message', done))
    this.#worker.postMessage('end')
    return delays
  }

  /** The longest delay while the work was done. */
  async longest(work: () => Promise<unknown>): Promise<number> {
    return Math.max(...(await this.during(work)))
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }
}
