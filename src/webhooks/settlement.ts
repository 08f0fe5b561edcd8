import { healthAfter, mostAttempts, nextAttempt } from '../domain/webhooks.ts'
import type { Db } from '../db/transaction.ts'
import { originOfService } from '../events/origin.ts'
import { endpointStopped } from '../events/webhooks.ts'
import { writeDomainEvents } from '../pipeline/record.ts'
import {
  failPending,
  findTaken,
  giveBack,
  settle,
  type Settled,
  type TakenDelivery,
} from '../queries/webhooks/deliveries.ts'
import {
  disableEndpoint,
  findReceiver,
  lockEndpoint,
  updateHealth,
  type EndpointRow,
  type Receiver,
} from '../queries/webhooks/endpoints.ts'
import { countScrubs } from '../queries/scrubbing.ts'
import type { Ended } from './attempt.ts'

/** Milliseconds until a fault of ours is tried again. */
const ourPauseMs = 30_000

/** The end of a delivery that was taken. */
export interface Result {
  /** Undefined: it was not sent, because there is nothing to send or nobody to send it to. */
  ended: Ended | undefined
  /** The address that it was sent to. */
  url?: string
  settled: Settled
}

/** The result of an attempt at an address. */
export function resultOf(
  { id, attempt: before }: TakenDelivery,
  url: string,
  ended: Ended,
  now: Date,
): Result {
  const tried = before + 1
  const { succeeded, responseStatus, fault, durationMs, retryAfterMs } = ended
  const common = { id, response_status: responseStatus, duration_ms: durationMs, fault }
  if (succeeded)
    return { ended, url, settled: { ...common, status: 'succeeded', attempt: tried, next_attempt_at: null } }
  if (fault === 'service') {
    const next = new Date(now.getTime() + ourPauseMs)
    return { ended, url, settled: { ...common, status: 'pending', attempt: before, next_attempt_at: next } }
  }
  const next = fault === 'gone' ? undefined : nextAttempt(tried, now, Math.random(), retryAfterMs)
  const attempt = Math.min(tried, mostAttempts)
  const status = next ? 'pending' : 'failed'
  return { ended, url, settled: { ...common, status, attempt, next_attempt_at: next ?? null } }
}

/** The result of a delivery that is not sent. What the last attempt was answered stays as it is. */
export const unsent = (
  { id, attempt, response_status, duration_ms }: TakenDelivery,
  fault: 'endpoint_off' | 'event_gone' | 'not_wanted',
): Result => ({
  ended: undefined,
  settled: { id, status: 'failed', attempt, response_status, duration_ms, fault, next_attempt_at: null },
})

/** The state of an endpoint after results were stored. */
export interface Stored {
  /** Undefined when it was deleted. */
  receiver: Receiver | undefined
  /** Of the deliveries that wait, those that are still taken. */
  taken: ReadonlySet<string>
  /** As of `countScrubs`. */
  scrubs: number
  /** Tells that the endpoint was turned off, because nothing else than failures came of it. */
  isOff: boolean
}

/**
 * Stores what became of deliveries, and how the endpoint is.
 *
 * @param late deliveries that are given back
 * @param waiting deliveries that are still to be sent. Somebody may have ended or changed them meanwhile
 */
export async function storeResults(
  db: Db,
  { endpointId, lease }: { endpointId: string; lease: string },
  {
    results,
    late,
    waiting,
  }: { results: readonly Result[]; late: readonly string[]; waiting: readonly string[] },
  now: Date,
): Promise<Stored> {
  // Sent together, and done in this order.
  const [endpoint, , , receiver, taken, scrubs] = await Promise.all([
    lockEndpoint(db, endpointId),
    settle(
      db,
      lease,
      results.map(({ settled }) => settled),
    ),
    late.length > 0 && giveBack(db, lease, late),
    findReceiver(db, endpointId),
    findTaken(db, lease, waiting),
    countScrubs(db),
  ])
  // One that has another address meanwhile is not judged by what the old one answered.
  const attempts = results.flatMap(({ ended, url }) =>
    ended && ended.fault !== 'service' && url === endpoint?.url ? ended : [],
  )
  const isOff = endpoint !== undefined && (await storeHealth(db, endpoint, attempts, now))
  return { receiver, taken: new Set(taken), scrubs, isOff }
}

/** @returns whether the endpoint was turned off */
async function storeHealth(
  db: Db,
  endpoint: EndpointRow,
  attempts: readonly Ended[],
  now: Date,
): Promise<boolean> {
  const last = attempts.at(-1)
  if (!last) return false
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
  if (!turnsOff || !endpoint.enabled) return false
  await disableEndpoint(db, endpoint.id, 'failing', now)
  await failPending(db, endpoint.id, 'endpoint_off')
  const origin = originOfService('webhooks.endpoints.update', now)
  await writeDomainEvents(db, origin, [endpointStopped(endpoint)]).written
  return true
}
