import { unavailable } from '../errors.ts'

/**
 * Lets a few pieces of work run at a time. Those that wait belong to groups, and the groups take turns: one that sends
 * very many delays itself, but another group only by one piece for each of its own.
 */
export class Turns {
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #patienceMs: number
  #free: number

  /** @param patienceMs how long one waits for its turn at most */
  constructor(atOnce: number, patienceMs: number) {
    this.#free = atOnce
    this.#patienceMs = patienceMs
  }

  /**
   * Runs `work` when it is the turn of its group.
   *
   * @throws ApiError 503 when that takes too long
   */
  async run<T>(group: string, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await this.#turn(group)
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #turn(group: string): Promise<void> {
    return new Promise((go, fail) => {
      const start = () => {
        clearTimeout(timer)
        go()
      }
      const timer = setTimeout(() => {
        this.#leave(group, start)
        fail(unavailable('Very many are signing in at this moment. Try again in 2 seconds.'))
      }, this.#patienceMs)
      const queue = this.#waiting.get(group)
      if (queue) queue.add(start)
      else this.#waiting.set(group, new Set([start]))
    })
  }

  #leave(group: string, start: () => void): void {
    const queue = this.#waiting.get(group)
    queue?.delete(start)
    if (queue?.size === 0) this.#waiting.delete(group)
  }

  /** Gives the turn to the first of the next group, and puts this group at the end. */
  #next(): void {
    for (const [group, queue] of this.#waiting)
      for (const start of queue) {
        queue.delete(start)
        this.#waiting.delete(group)
        if (queue.size > 0) this.#waiting.set(group, queue)
        return start()
      }
    this.#free++
  }
}
