import { setTimeout as sleep } from 'node:timers/promises'

/** Calls that may wait at the same time. Others are answered at once. */
const most = { ofMember: 5, ofOrganization: 20, inAll: 500 }
/** Milliseconds between two looks: short at first, for what happens at the same moment. */
const pauses = { first: 100, longest: 1000 }

/** Calls that are held back until something happens. They hold no connection to the database, and no turn. */
export class Waiting {
  /** Milliseconds that no call waits longer. Tests set it, because their sweeps send the largest values. */
  longestMs = Infinity
  /** Numbers of waiting calls, of each member and organization. There is an entry only for those who do. */
  readonly #counts = new Map<string, number>()
  readonly #stop = new AbortController()
  #total = 0

  /** All are answered at once, from now on. */
  stop(): void {
    this.#stop.abort()
  }

  /**
   * Looks again and again until it finds something, the time is over, the client has gone or the server stops; not at all
   * when too many wait.
   */
  async until(
    look: () => Promise<boolean>,
    ms: number,
    {
      organizationId,
      memberId,
      gone,
    }: { organizationId: string; memberId: string; gone?: AbortSignal | undefined },
  ): Promise<void> {
    const end = this.#enter(organizationId, memberId)
    if (!end) return
    const ended = gone ? AbortSignal.any([gone, this.#stop.signal]) : this.#stop.signal
    const deadline = performance.now() + Math.min(ms, this.longestMs)
    try {
      for (let pause = pauses.first; !ended.aborted; pause = Math.min(pause * 2, pauses.longest)) {
        if (await look()) return
        const left = deadline - performance.now()
        if (left <= 0) return
        await sleep(Math.min(pause, left), undefined, { signal: ended }).catch(() => undefined)
      }
    } finally {
      end()
    }
  }

  /** @returns undefined when too many wait already; otherwise call it at the end */
  #enter(organizationId: string, memberId: string): (() => void) | undefined {
    const [organization, member] = [organizationId, `${organizationId}:${memberId}`]
    const isFull =
      this.#stop.signal.aborted ||
      this.#total >= most.inAll ||
      this.#count(organization) >= most.ofOrganization ||
      this.#count(member) >= most.ofMember
    if (isFull) return undefined
    const add = (by: number) => {
      this.#total += by
      for (const key of [organization, member]) {
        const count = this.#count(key) + by
        if (count === 0) this.#counts.delete(key)
        else this.#counts.set(key, count)
      }
    }
    add(1)
    return () => add(-1)
  }

  #count(key: string): number {
    return this.#counts.get(key) ?? 0
  }
}
