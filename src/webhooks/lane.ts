import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/transaction.ts'
import { batchAfter, getsType, leastBatch, testType } from '../domain/webhooks.ts'
import type { Outbound } from '../outbound/client.ts'
import type { FairLimiter } from '../pipeline/fair-limiter.ts'
import { giveAllBack, takeDue, type TakenDelivery } from '../queries/webhooks/deliveries.ts'
import { findReceiver, type Receiver } from '../queries/webhooks/endpoints.ts'
import { countScrubs } from '../queries/scrubbing.ts'
import type { Waiting } from '../queries/system/webhooks.ts'
import type { Vault } from '../secrets/personal.ts'
import { Courier } from './courier.ts'
import { resultOf, storeResults, unsent, type Result } from './settlement.ts'

/** Requests to one endpoint at the same time. */
const atOnce = 8
/** Failures in a row after which an endpoint gets one request at a time, in the turns of those that fail. */
export const failingFrom = 3
/** Deliveries that are settled together, at least. */
const settledTogether = 64
/** Milliseconds that the last look at the endpoint, and at what was taken, counts. Then what has ended is settled, however little it is. */
const freshMs = 500
/** Milliseconds after which a lane looks for more, when nothing has ended. */
const tickMs = 500
/** Milliseconds after which a lane is left, when others wait for one. */
const laneMs = 5000
/** Milliseconds after which a lease is over. */
const leaseMs = 90_000
/** Milliseconds that a lease must still have when a request begins: it ends, and is settled, while the lease lasts. */
const leaseLeftMs = 25_000
/** Milliseconds between two tries to settle, and how many there are: as long as a lease lasts. */
const settling = { pauseMs: 1000, tries: 60 }

export interface LaneTools {
  outbound: Outbound
  vault: Vault
  clock: () => Date
  /** Is told of what failed and is tried again. */
  failed: (error: unknown, message: string, endpointId: string) => void
  /** Runs work in a transaction of one organization. */
  within: <T>(orgId: string, work: (db: Db) => Promise<T>) => Promise<T>
  /** Turns to send, and those of endpoints that fail. */
  turns: { healthy: FairLimiter; failing: FairLimiter }
  /** Tells that all lanes of endpoints that fail, or of the others, are taken: each is left soon, so that all have their turn. */
  isCrowded: (failing: boolean) => boolean
  /** The worker that has what it takes. */
  worker: () => string
  stopping: AbortSignal
}

interface Queued extends TakenDelivery {
  /** The time at which its lease is over. */
  until: Date
  /** As of `countScrubs` before its payload was read. */
  scrubs: number
  /** Tells that it is not to be sent any more: it is not taken by this lane now, whoever has ended or changed it. */
  isLost: boolean
}

/**
 * Sends what is due at one endpoint, until nothing is. While requests are under way, more is taken, and what has ended is
 * settled. A request begins only when the endpoint and what was taken have been looked at lately.
 */
export class Lane {
  readonly #tools: LaneTools
  readonly #orgId: string
  readonly #endpointId: string
  readonly #lease = randomUUID()
  readonly #courier: Courier
  #queue: Queued[] = []
  /** Deliveries that wait for their turn. */
  readonly #waiting = new Set<Queued>()
  readonly #underWay = new Set<Promise<void>>()
  #results: Result[] = []
  /** Deliveries that were taken and had no turn while the lease was good. */
  #late: string[] = []
  #taking: Promise<void> | undefined
  #settling: Promise<void> | undefined
  /** Number that is taken next, and whether the last time there were as many. */
  #batch = leastBatch
  #isMore = true
  #tookAt = -Infinity
  /** When the endpoint, and what was taken, were last looked at. */
  #lookedAt = -Infinity
  #receiver: Receiver | undefined
  /** Failures since the last success. */
  #failures = 0
  readonly #begun = performance.now()
  /** Ended when it takes nothing more: the endpoint was turned off, or others are to have its place. */
  readonly #over = new AbortController()
  /** Tells that an attempt has ended. */
  #hasTried = false
  #error: unknown
  #woken = Promise.withResolvers<void>()

  constructor(tools: LaneTools, { org_id: orgId, endpoint_id: endpointId, failing }: Waiting) {
    this.#tools = tools
    this.#orgId = orgId
    this.#endpointId = endpointId
    this.#failures = failing ? failingFrom : 0
    this.#courier = new Courier(tools, { orgId, endpointId })
  }

  /** Everything that was taken is settled or given back in the end, also when the database was away meanwhile. */
  async run(): Promise<void> {
    const ticking = setInterval(() => this.#woken.resolve(), tickMs)
    try {
      await this.#sendAll()
    } finally {
      clearInterval(ticking)
      await Promise.all([...this.#underWay, this.#taking, this.#settling])
      await Promise.all([this.#courier.close(), this.#end()])
    }
  }

  /** Each round begins when something has ended, or when nothing has for a while: they are bounded by what is due. */
  async #sendAll(): Promise<void> {
    for (;;) {
      if (this.#error !== undefined) throw this.#error as Error
      // Whoever comes next sends what was only taken: it is given back in the end.
      const hadTurn = this.#hasTried && (this.isFailing || performance.now() - this.#begun >= laneMs)
      if (hadTurn && this.#tools.isCrowded(this.isFailing)) this.#over.abort()
      if (this.#tools.stopping.aborted || this.#over.signal.aborted) this.#queue = []
      while (this.#isFresh && this.#queue.length > 0 && this.#underWay.size < this.#room) this.#begin()
      if (this.#isTimeToTake) this.#taking = this.#beside(this.#take(), () => (this.#taking = undefined))
      if (this.#isTimeToSettle) void this.#settleBeside()
      if (this.#underWay.size === 0 && !this.#taking && !this.#settling) return
      await this.#woken.promise
      this.#woken = Promise.withResolvers()
    }
  }

  /** Does something beside the requests. If it fails, so does the next round. */
  #beside(work: Promise<void>, ended: () => void): Promise<void> {
    return work
      .catch((error: unknown) => (this.#error ??= error))
      .then(() => {
        ended()
        this.#woken.resolve()
      })
  }

  #settleBeside(): Promise<void> {
    return (this.#settling ??= this.#beside(this.#settle(), () => (this.#settling = undefined)))
  }

  /** Tries again while the lease lasts: what nobody settles is sent once more. */
  async #end(): Promise<void> {
    const { within, worker } = this.#tools
    for (let tried = 1; ; tried++)
      try {
        if (this.#results.length + this.#late.length > 0) await this.#settle()
        return await within(this.#orgId, (db) => giveAllBack(db, { lease: this.#lease, by: worker() }))
      } catch (error) {
        if (tried === settling.tries) throw error
        if (tried === 1) this.#tools.failed(error, 'could not settle deliveries yet', this.#endpointId)
        await sleep(settling.pauseMs, undefined, { ref: false })
      }
  }

  /** Nothing works there at the moment: one request is enough to see whether it does again. */
  get isFailing(): boolean {
    return this.#failures >= failingFrom
  }

  /** Requests at the same time: half of them after each failure. A receiver that fails now and then is not slowed down much. */
  get #room(): number {
    // Of one that fails, each result is settled before the next request: it may turn the endpoint off.
    if (this.isFailing && (this.#results.length > 0 || this.#settling)) return 0
    return Math.max(1, atOnce >> this.#failures)
  }

  get #now(): number {
    return this.#tools.clock().getTime()
  }

  get #isFresh(): boolean {
    return Math.abs(this.#now - this.#lookedAt) < freshMs
  }

  get #isTimeToTake(): boolean {
    if (this.#taking || this.#tools.stopping.aborted || this.#over.signal.aborted) return false
    const isLow = this.isFailing
      ? this.#queue.length === 0 && this.#underWay.size < this.#room
      : this.#queue.length <= this.#batch / 2
    const isLater = this.#underWay.size > 0 && performance.now() - this.#tookAt >= tickMs
    return isLow && (this.#isMore || isLater)
  }

  get #isTimeToSettle(): boolean {
    const count = this.#results.length + this.#late.length
    const isStale = !this.#isFresh && this.#queue.length > 0 && this.#underWay.size < this.#room
    const isIdle = this.#queue.length + this.#underWay.size === 0 && !this.#taking
    return isStale || (count > 0 && (count >= settledTogether || this.isFailing || isIdle || !this.#isFresh))
  }

  async #take(): Promise<void> {
    const { within, worker, clock } = this.#tools
    const most = this.isFailing ? 1 : this.#batch
    const wasEmpty = this.#queue.length + this.#waiting.size === 0
    const [now, begun] = [clock(), performance.now()]
    const until = new Date(now.getTime() + leaseMs)
    const lease = { lease: this.#lease, by: worker(), until }
    const [scrubs, receiver, taken] = await within(this.#orgId, (db) =>
      Promise.all([
        countScrubs(db),
        findReceiver(db, this.#endpointId),
        takeDue(db, this.#endpointId, most, lease, now),
      ]),
    )
    this.#receiver = receiver
    if (wasEmpty) this.#lookedAt = this.#now
    this.#isMore = taken.length === most
    this.#batch = batchAfter(this.#batch, begun - this.#tookAt)
    this.#tookAt = begun
    this.#queue.push(...taken.map((one) => ({ ...one, until, scrubs, isLost: false })))
  }

  #begin(): void {
    const delivery = this.#queue.shift()!
    this.#waiting.add(delivery)
    const work = this.#beside(this.#send(delivery), () => {
      this.#waiting.delete(delivery)
      this.#underWay.delete(work)
    })
    this.#underWay.add(work)
  }

  async #send(delivery: Queued): Promise<void> {
    const isFailing = this.isFailing || (this.#receiver?.consecutive_failures ?? 0) >= failingFrom
    const turns = this.#tools.turns[isFailing ? 'failing' : 'healthy']
    const { signal } = this.#over
    const endTurn = await turns.take(this.#orgId, this.#endpointId, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    // The lane was left meanwhile: what waited is given back in the end.
    if (!endTurn) return
    try {
      // The turn may have come late.
      if (!this.#isFresh) await this.#settleBeside()
      this.#waiting.delete(delivery)
      const result = await this.#sendNow(delivery)
      if (result) this.#results.push(result)
    } finally {
      endTurn()
    }
  }

  /** @returns undefined when it is somebody else's, or will be */
  async #sendNow(delivery: Queued): Promise<Result | undefined> {
    const { clock } = this.#tools
    if (delivery.isLost) return undefined
    const now = clock()
    // This process may have stood still: somebody else may send it by now.
    if (delivery.until.getTime() - now.getTime() < leaseLeftMs || this.#error !== undefined) {
      this.#late.push(delivery.id)
      return undefined
    }
    const [receiver, { at, payload, event_type }] = [this.#receiver, delivery]
    if (at === null || payload === null) return unsent(delivery, 'event_gone')
    const isOff = !receiver?.enabled && event_type !== testType
    if (!receiver || isOff) return unsent(delivery, 'endpoint_off')
    if (!getsType(receiver, event_type)) return unsent(delivery, 'not_wanted')
    const ended = await this.#courier.send(receiver, { ...delivery, at, payload }, now)
    this.#hasTried = true
    if (ended.fault !== 'service') this.#failures = ended.succeeded ? 0 : this.#failures + 1
    return resultOf(delivery, receiver.url, ended, clock())
  }

  /** Stores what became of deliveries, and looks at the endpoint and at what is still to be sent. */
  async #settle(): Promise<void> {
    const { within, clock } = this.#tools
    const [results, late] = [this.#results, this.#late]
    ;[this.#results, this.#late] = [[], []]
    const waiting = [...this.#queue, ...this.#waiting]
    const stored = await within(this.#orgId, (db) =>
      storeResults(
        db,
        { endpointId: this.#endpointId, lease: this.#lease },
        { results, late, waiting: waiting.map(({ id }) => id) },
        clock(),
      ),
    ).catch((error: unknown) => {
      this.#results.unshift(...results)
      this.#late.unshift(...late)
      throw error
    })
    for (const one of waiting) {
      const isTaken = stored.taken.has(one.id)
      // Its payload may have changed, so it is taken again.
      const isOld = one.scrubs < stored.scrubs
      one.isLost = !isTaken || isOld
      if (isTaken && isOld) this.#late.push(one.id)
    }
    this.#queue = this.#queue.filter(({ isLost }) => !isLost)
    this.#receiver = stored.receiver
    if (stored.isOff) this.#over.abort()
    this.#lookedAt = this.#now
  }
}
