import { ApiError, unavailable } from '../errors.ts'

interface Waiter {
  go: () => void
  fail: (error: ApiError) => void
}

/**
 * Lets a few pieces of work run at a time. Those that wait belong to groups, and the groups take turns: one that sends
 * very many delays itself, but another group only by one piece for each of its own.
 */
export class Turns {
  readonly #waiting = new Map<string, Set<Waiter>>()
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
   * @throws ApiError 503 when that takes too long, or when the work before it finds that the database cannot be reached:
   *   to wait for the same answer helps nobody
   */
  async run<T>(group: string, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await this.#turn(group)
    try {
      return await work()
    } catch (error) {
      if (error instanceof ApiError && error.status === 503) this.#sendAway(error)
      throw error
    } finally {
      this.#next()
    }
  }

  #turn(group: string): Promise<void> {
    return new Promise((go, fail) => {
      const waiter = {
        go: () => {
          clearTimeout(timer)
          go()
        },
        fail: (error: ApiError) => {
          clearTimeout(timer)
          fail(error)
        },
      }
      const timer = setTimeout(() => {
        this.#leave(group, waiter)
        fail(unavailable('Very many are signing in at this moment. Try again in 2 seconds.'))
      }, this.#patienceMs)
      const queue = this.#waiting.get(group)
      if (queue) queue.add(waiter)
      else this.#waiting.set(group, new Set([waiter]))
    })
  }

  #leave(group: string, waiter: Waiter): void {
    const queue = this.#waiting.get(group)
    queue?.delete(waiter)
    if (queue?.size === 0) this.#waiting.delete(group)
  }

  #sendAway(error: ApiError): void {
    for (const queue of this.#waiting.values()) for (const { fail } of queue) fail(error)
    this.#waiting.clear()
  }

  /** Gives the turn to the first of the next group, and puts this group at the end. */
  #next(): void {
    for (const [group, queue] of this.#waiting)
      for (const waiter of queue) {
        queue.delete(waiter)
        this.#waiting.delete(group)
        if (queue.size > 0) this.#waiting.set(group, queue)
        return waiter.go()
      }
    this.#free++
  }
}
