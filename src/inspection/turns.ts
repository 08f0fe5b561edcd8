/** All places are taken, and those of the queue, too; or it took too long until one was free. */
export class Busy extends Error {}

export interface TurnLimits {
  /** At the same time. */
  atOnce: number
  /** In the queue: of all organizations, and of one of them. */
  waiting: number
  waitingEach: number
  /** Milliseconds that one waits in it at most. */
  patienceMs: number
}

/**
 * A queue with an end, for work that takes much memory. Organizations take turns in it: the many files of one do not
 * keep the single file of another waiting.
 */
export class Turns {
  readonly #limits: TurnLimits
  /** Waiting work, by organization. The first organization is the next one. */
  readonly #queues = new Map<string, (() => void)[]>()
  #waiting = 0
  #running = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** @throws Busy */
  async take<T>(orgId: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.atOnce) this.#running++
    else await this.#wait(orgId)
    try {
      return await work()
    } finally {
      const next = this.#next()
      // The next one has the place of this one.
      if (next) next()
      else this.#running--
    }
  }

  #next(): (() => void) | undefined {
    const [first] = this.#queues
    if (!first) return undefined
    const [orgId, queue] = first
    const next = queue.shift()
    this.#waiting--
    this.#queues.delete(orgId)
    if (queue.length > 0) this.#queues.set(orgId, queue)
    return next
  }

  #wait(orgId: string): Promise<void> {
    const queue = this.#queues.get(orgId) ?? []
    const { waiting, waitingEach, patienceMs } = this.#limits
    if (this.#waiting >= waiting || queue.length >= waitingEach) throw new Busy()
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#leave(orgId, enter)
        reject(new Busy())
      }, patienceMs)
      queue.push(enter)
      this.#waiting++
      this.#queues.set(orgId, queue)
    })
  }

  #leave(orgId: string, enter: () => void): void {
    const queue = this.#queues.get(orgId)!
    queue.splice(queue.indexOf(enter), 1)
    this.#waiting--
    if (queue.length === 0) this.#queues.delete(orgId)
  }
}
