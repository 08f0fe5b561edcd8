/**
 * Turns for work on files. It is done by the threads that Node also hashes passwords and compresses answers with: a slow disk
 * must not take all of them, so it gets half of the eight that `src/main.js` asks for. Those who wait are the transfers under way, which their callers bound.
 */
export class Turns {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(most: number) {
    this.#free = most
  }

  /** Does the work when it has a turn, in the order of the calls. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((start) => this.#waiting.push(start))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
