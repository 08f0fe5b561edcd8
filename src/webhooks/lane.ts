import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventIdOf, healthAfter, mostAttempts, nextAttempt } from '../domain/webhooks.ts'
import type { Db } from '../db/transaction.ts'
import { originOfService } from '../events/origin.ts'
import { endpointStopped } from '../events/webhooks.ts'
import type { Outbound } from '../outbound/client.ts'
import type { FairLimiter } from '../pipeline/fair-limiter.ts'
import { writeDomainEvents } from '../pipeline/record.ts'
import { presentEvent } from '../presenters/webhooks/events.ts'
import {
  failPending,
  giveBack,
  settle,
  takeDue,
  type Settled,
  type TakenDelivery,
} from '../queries/webhooks/deliveries.ts'
import {
  disableEndpoint,
  findReceiver,
  lockEndpoint,
  updateHealth,
  type Receiver,
} from '../queries/webhooks/endpoints.ts'
import { signatureHeaders } from '../secrets/webhooks.ts'
import type { Vault } from '../secrets/personal.ts'
import { attempt, type Ended } from './attempt.ts'

/** Requests to one endpoint at the same time. */
const atOnce = 8
/** Failures in a row after which an endpoint gets one request at a time, in the turns of those that fail. */
const failingFrom = 3
/** Deliveries that are taken together, and settled together. */
const batch = 32
const settledTogether = 16
/** Milliseconds after which what has ended is settled, however little it is, and the endpoint is read again. */
const settleMs = 500
/** Milliseconds after which a lease is over. */
const leaseMs = 90_000
/** Milliseconds that a lease must still have when a request begins: it ends, and is settled, while the lease lasts. */
const leaseLeftMs = 25_000
/** Milliseconds between two tries to settle, and how many there are: as long as a lease lasts. */
const settling = { pauseMs: 1000, tries: 60 }
/** Milliseconds until a fault of ours is tried again. */
const ourPauseMs = 30_000

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
  /** The worker that has what it takes. */
  worker: () => string
  stopping: AbortSignal
}

interface Queued extends TakenDelivery {
  /** The time at which its lease is over. */
  until: Date
}

interface Result {
  delivery: TakenDelivery
  /** Undefined: it was not sent, because there is nothing to send or nobody to send it to. */
  ended: Ended | undefined
  settled: Settled
}

/** Sends what is due at one endpoint, until nothing is. */
export class Lane {
  readonly #tools: LaneTools
  readonly #orgId: string
  readonly #endpointId: string
  readonly #lease = randomUUID()
  readonly #queue: Queued[] = []
  /** Deliveries that were taken and had no turn while the lease was good. */
  #late: string[] = []
  readonly #underWay = new Set<Promise<void>>()
  #results: Result[] = []
  #settledAt = performance.now()
  #receiver: Receiver | undefined
  /** Failures since the last success. */
  #failures = 0
  #isOff = false

  constructor(tools: LaneTools, orgId: string, endpointId: string) {
    this.#tools = tools
    this.#orgId = orgId
    this.#endpointId = endpointId
  }

  /** Everything that was taken is settled or given back in the end, also when the database was away meanwhile. */
  async run(): Promise<void> {
    try {
      await this.#sendAll()
    } finally {
      await Promise.allSettled(this.#underWay)
      await this.#end()
    }
  }

  /** Each round ends when a request has: so there are as many as deliveries, and they are bounded by what is due. */
  async #sendAll(): Promise<void> {
    for (;;) {
      // Somebody else sends what was only taken: it is given back in the end.
      if (this.#tools.stopping.aborted) this.#queue.length = 0
      if (this.#queue.length === 0 && !(await this.#take()) && this.#underWay.size === 0) return
      while (this.#queue.length > 0 && this.#underWay.size < this.#room) this.#begin()
      if (this.#underWay.size > 0) await Promise.race(this.#underWay)
      const isTime = performance.now() - this.#settledAt >= settleMs
      if (isTime || this.#isFailing || this.#results.length >= settledTogether) await this.#settle()
    }
  }

  /** Tries again while the lease lasts: what nobody settles is sent once more. */
  async #end(): Promise<void> {
    for (let tried = 1; ; tried++)
      try {
        await this.#settle()
        return await this.#tools.within(this.#orgId, (db) => giveBack(db, this.#lease))
      } catch (error) {
        if (tried === settling.tries) throw error
        if (tried === 1) this.#tools.failed(error, 'could not settle deliveries yet', this.#endpointId)
        await sleep(settling.pauseMs, undefined, { ref: false })
      }
  }

  /** Nothing works there at the moment: one request is enough to see whether it does again. */
  get #isFailing(): boolean {
    return this.#failures >= failingFrom
  }

  /** Requests at the same time: half of them after each failure. A receiver that fails now and then is not slowed down much. */
  get #room(): number {
    return Math.max(1, atOnce >> this.#failures)
  }

  /** @returns whether there is something to send */
  async #take(): Promise<boolean> {
    const { within, worker, clock, stopping } = this.#tools
    if (stopping.aborted || this.#isOff) return false
    const now = clock()
    const until = new Date(now.getTime() + leaseMs)
    const taken = await within(this.#orgId, async (db) => {
      const lease = { lease: this.#lease, by: worker(), until }
      this.#receiver = await findReceiver(db, this.#endpointId)
      if (!this.#receiver) return []
      return takeDue(db, this.#endpointId, this.#isFailing ? 1 : batch, lease, now)
    })
    this.#queue.push(...taken.map((one) => ({ ...one, until })))
    return taken.length > 0
  }

  #begin(): void {
    const delivery = this.#queue.shift()!
    const work = this.#send(delivery).finally(() => this.#underWay.delete(work))
    this.#underWay.add(work)
  }

  async #send(delivery: Queued): Promise<void> {
    const { turns, clock } = this.#tools
    if (delivery.at === null || delivery.payload === null) return this.#drop(delivery, 'event_gone')
    const isFailing = this.#isFailing || (this.#receiver?.consecutive_failures ?? 0) >= failingFrom
    const kind = isFailing ? 'failing' : 'healthy'
    const endTurn = await turns[kind].take(this.#orgId, this.#endpointId)
    // The turn may have come late, and this process may have stood still: somebody else may send it by now.
    if (delivery.until.getTime() - clock().getTime() < leaseLeftMs) {
      endTurn()
      return void this.#late.push(delivery.id)
    }
    const receiver = this.#receiver
    if (!receiver || (!receiver.enabled && delivery.event_type !== 'webhook.test')) {
      endTurn()
      return this.#drop(delivery, 'endpoint_off')
    }
    const ended = await this.#attempt(receiver, delivery).finally(endTurn)
    if (ended.fault !== 'service') this.#failures = ended.succeeded ? 0 : this.#failures + 1
    this.#results.push({ delivery, ended, settled: settledOf(delivery, ended, clock()) })
  }

  async #attempt(receiver: Receiver, { event_id, event_type, at, payload }: TakenDelivery): Promise<Ended> {
    const { outbound, clock } = this.#tools
    const now = clock()
    const stored = { id: event_id, type: event_type, at: at!, payload: payload! }
    const body = JSON.stringify(presentEvent(stored, this.#orgId))
    let secrets: Buffer[]
    try {
      secrets = this.#secretsOf(receiver, now)
    } catch {
      return { ...ourFault, at: now }
    }
    const headers = signatureHeaders({ id: eventIdOf(event_id), at: now, body }, secrets)
    return attempt(outbound, { url: receiver.url, headers, body }, clock)
  }

  #secretsOf(receiver: Receiver, now: Date): Buffer[] {
    const { vault } = this.#tools
    const endpoint = { orgId: this.#orgId, endpointId: this.#endpointId }
    const open = (key_id: string, wrapped_key: Buffer) => vault.openSecret(endpoint, { key_id, wrapped_key })
    const { previous_key_id: keyId, previous_sealed: sealed, previous_expires_at: until } = receiver
    const isPrevious = keyId !== null && sealed !== null && until !== null && new Date(until) > now
    return [open(receiver.key_id, receiver.sealed_secret), ...(isPrevious ? [open(keyId, sealed)] : [])]
  }

  #drop(delivery: TakenDelivery, fault: 'endpoint_off' | 'event_gone'): void {
    const settled: Settled = {
      id: delivery.id,
      status: 'failed',
      attempt: delivery.attempt,
      response_status: null,
      duration_ms: null,
      fault,
      next_attempt_at: null,
    }
    this.#results.push({ delivery, ended: undefined, settled })
  }

  /** Stores what became of deliveries, and how the endpoint is. */
  async #settle(): Promise<void> {
    const [results, late] = [this.#results, this.#late]
    if (results.length + late.length === 0) return
    ;[this.#results, this.#late] = [[], []]
    this.#settledAt = performance.now()
    await this.#store(results, late).catch((error: unknown) => {
      this.#results.unshift(...results)
      this.#late.unshift(...late)
      throw error
    })
    if (this.#isOff) this.#queue.length = 0
  }

  async #store(results: readonly Result[], late: readonly string[]): Promise<void> {
    const { within, clock } = this.#tools
    const attempts = results.flatMap(({ ended }) => (ended && ended.fault !== 'service' ? ended : []))
    await within(this.#orgId, async (db) => {
      const endpoint = await lockEndpoint(db, this.#endpointId)
      await settle(
        db,
        this.#lease,
        results.map(({ settled }) => settled),
      )
      if (late.length > 0) await giveBack(db, this.#lease, late)
      // What was changed meanwhile is true for those that are still queued.
      this.#receiver = await findReceiver(db, this.#endpointId)
      const last = attempts.at(-1)
      if (!endpoint || !last) return
      const before = {
        failing_since: endpoint.failing_since === null ? null : new Date(endpoint.failing_since),
        consecutive_failures: endpoint.consecutive_failures,
      }
      const { health, turnsOff } = healthAfter(before, attempts)
      await updateHealth(db, endpoint.id, health, {
        at: last.at,
        status: last.succeeded ? 'succeeded' : 'failed',
        responseStatus: last.responseStatus,
      })
      if (!turnsOff || !endpoint.enabled) return
      const now = clock()
      this.#isOff = true
      await disableEndpoint(db, endpoint.id, 'failing', now)
      await failPending(db, endpoint.id, 'endpoint_off')
      const origin = originOfService('webhooks.endpoints.update', now)
      await writeDomainEvents(db, origin, [endpointStopped(endpoint)]).written
    })
  }
}

const ourFault: Omit<Ended, 'at'> = {
  succeeded: false,
  responseStatus: null,
  fault: 'service',
  durationMs: 0,
  retryAfterMs: undefined,
}

function settledOf({ id, attempt: before }: TakenDelivery, ended: Ended, now: Date): Settled {
  const tried = before + 1
  const { succeeded, responseStatus, fault, durationMs, retryAfterMs } = ended
  const result = { id, response_status: responseStatus, duration_ms: durationMs, fault }
  if (succeeded) return { ...result, status: 'succeeded', attempt: tried, next_attempt_at: null }
  if (fault === 'service') {
    const next = new Date(now.getTime() + ourPauseMs)
    return { ...result, status: 'pending', attempt: before, next_attempt_at: next }
  }
  const next = fault === 'gone' ? undefined : nextAttempt(tried, now, Math.random(), retryAfterMs)
  return {
    ...result,
    status: next ? 'pending' : 'failed',
    attempt: Math.min(tried, mostAttempts),
    next_attempt_at: next ?? null,
  }
}
