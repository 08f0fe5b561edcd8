/** All places are taken, and those of the queue, too; or it took too long until one was free. */
export class Busy extends Error {}

export interface TurnLimits {
  /** At the same time. */
  atOnce: number
  /** In the queue. */
  waiting: number
  /** Milliseconds that one waits in it at most. */
  patienceMs: number
}

/** A queue with an end: work that takes much memory is done by so few at the same time. */
export class Turns {
  readonly #limits: TurnLimits
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** @throws Busy */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.atOnce) this.#running++
    else await this.#wait()
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      // The next one has the place of this one.
      if (next) next()
      else this.#running--
    }
  }

  #wait(): Promise<void> {
    if (this.#queue.length >= this.#limits.waiting) throw new Busy()
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(enter), 1)
        reject(new Busy())
      }, this.#limits.patienceMs)
      this.#queue.push(enter)
    })
  }
}
