import { setTimeout as sleep } from 'node:timers/promises'
import { aborted } from 'node:util'
import type pg from 'pg'
import { asSystem } from '../db/system.ts'
import { FairLimiter } from '../pipeline/fair-limiter.ts'
import { findTaking, findWaitingEndpoints, releaseLeases } from '../queries/system/webhooks.ts'
import { failingFrom, Lane, type LaneTools } from './lane.ts'

/** Endpoints that one worker sends to at the same time. Those that fail are as many as may be tried at once. */
const mostLanes = { healthy: 200, failing: 64 }
/** Milliseconds between two looks for what is due. */
const lookMs = 500
/** A look that took long is not made again at once: it is at most so large a part of the time. */
const lookShare = 0.1
/** No pause is longer: a look may have taken long because it waited for a database that came back. */
const mostPauseMs = 5000

/** The milliseconds until the next look. One that failed says nothing about how dear a look is. */
export const pauseAfter = (tookMs: number, failed: boolean): number =>
  failed ? lookMs : Math.min(mostPauseMs, Math.max(lookMs, tookMs / lookShare))

/** Requests at the same time, and an organization's and an endpoint's share of them. Each waits for its turn. */
const turnsOf = (total: number, perOrganization: number, perMember: number) =>
  new FairLimiter({ total, perOrganization, perMember, waitingPerMember: 100, waitMs: 3_600_000 })

export interface SenderOptions extends Pick<LaneTools, 'outbound' | 'vault' | 'clock' | 'within'> {
  /** Connections with the owner's login, to find what is due in all organizations. */
  ownerPool: pg.Pool
  /** Is told of what failed: never a body, an address or a secret. */
  warn: (facts: object, message: string) => void
}

/** Sends deliveries that are due, of all organizations. Each worker has one. */
export class Sender {
  readonly #options: SenderOptions
  readonly #tools: LaneTools
  readonly #lanes = new Map<string, { lane: Lane; ended: Promise<void> }>()
  readonly #stop = new AbortController()
  #worker = ''
  #looking: Promise<void> | undefined

  constructor(options: SenderOptions) {
    this.#options = options
    this.#tools = {
      ...options,
      turns: { healthy: turnsOf(128, 32, 8), failing: turnsOf(mostLanes.failing, 10, 1) },
      isCrowded: (failing) => this.#free[failing ? 'failing' : 'healthy'] === 0,
      worker: () => this.#worker,
      failed: (...given) => this.#warn(...given),
      stopping: this.#stop.signal,
    }
  }

  /** Begins, or goes on, in the name of a worker: when that is found dead, what it has taken is free. */
  begin(worker: string): void {
    this.#worker = worker
    this.#looking ??= this.#look()
  }

  /**
   * Frees what workers had taken that are not recorded any more. Asked again and again, so it does not matter who found them
   * dead, and whether that one lives.
   *
   * @param findLiving answers the workers that are recorded. Asked last: one that began meanwhile is among them
   */
  async release(findLiving: () => Promise<readonly string[]>): Promise<void> {
    const taking = await this.#asSystem(findTaking)
    if (taking.length === 0) return
    const living = new Set(await findLiving())
    const dead = taking.filter((worker) => !living.has(worker))
    if (dead.length > 0) await this.#asSystem((db) => releaseLeases(db, dead))
  }

  /** Takes nothing more, and waits for what is being sent, until `hurry`. What is late is sent again by another worker. */
  async stop(hurry: AbortSignal): Promise<void> {
    this.#stop.abort()
    const ended = this.#looking?.then(() => Promise.all([...this.#lanes.values()].map((one) => one.ended)))
    await Promise.race([ended, aborted(hurry, hurry)])
  }

  async #look(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      const begun = performance.now()
      let failed = false
      await this.#openLanes().catch((error: unknown) => {
        failed = true
        this.#warn(error, 'could not look for deliveries')
      })
      await sleep(pauseAfter(performance.now() - begun, failed), undefined, { signal, ref: false }).catch(
        () => undefined,
      )
    }
  }

  /** Lanes that may be opened. */
  get #free(): Record<keyof typeof mostLanes, number> {
    const failing = this.#lanes.values().reduce((count, { lane }) => count + Number(lane.isFailing), 0)
    return {
      healthy: Math.max(0, mostLanes.healthy - (this.#lanes.size - failing)),
      failing: Math.max(0, mostLanes.failing - failing),
    }
  }

  /** An endpoint that fails takes no place of one that works: with many of them, the others would wait for hours. */
  async #openLanes(): Promise<void> {
    const limits = this.#free
    if (limits.healthy + limits.failing === 0) return
    const busy = [...this.#lanes.keys()]
    const waiting = await this.#asSystem((db) =>
      findWaitingEndpoints(db, { busy, limits, failingFrom }, this.#options.clock()),
    )
    for (const one of waiting) {
      const lane = new Lane(this.#tools, one)
      const ended = lane
        .run()
        .catch((error: unknown) => this.#warn(error, 'could not deliver events', one.endpoint_id))
        .finally(() => this.#lanes.delete(one.endpoint_id))
      this.#lanes.set(one.endpoint_id, { lane, ended })
    }
  }

  async #asSystem<T>(work: Parameters<typeof asSystem<T>>[1]): Promise<T> {
    const client = await this.#options.ownerPool.connect()
    try {
      return await asSystem(client, work)
    } finally {
      client.release()
    }
  }

  #warn(error: unknown, message: string, endpoint?: string): void {
    const { name, code } = error as { name?: string; code?: string }
    this.#options.warn({ cause: [name, code].filter(Boolean).join(' '), endpoint }, message)
  }
}
