import { problem, type Problem } from '../errors.ts'
import type { Fault } from '../texts/webhooks.ts'

export type { Fault }

/** An endpoint never has more attempts at one event than these, in seconds after the one before. */
export const attemptAfterSeconds = [0, 5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600] as const
export const mostAttempts = attemptAfterSeconds.length
export const mostEndpoints = 10

const day = 24 * 3600 * 1000
/** Milliseconds of nothing but failures that turn an endpoint off. */
export const failingMs = day
/** Milliseconds that a secret also signs after it was rolled. */
export const previousSecretMs = day
/** A longer `Retry-After` is held to this. */
const mostRetryAfterMs = day

export type DisabledReason = 'manual' | 'failing' | 'closed'

/**
 * The time of the next attempt; undefined when there is none.
 *
 * @param attempt how many there were
 * @param chance 0 to 1: gives or takes a tenth, so that what failed together is not tried together
 * @param retryAfterMs what the receiver asked for
 */
export function nextAttempt(
  attempt: number,
  now: Date,
  chance: number,
  retryAfterMs: number | undefined,
): Date | undefined {
  const seconds = attemptAfterSeconds[attempt]
  if (seconds === undefined) return undefined
  const planned = seconds * 1000 * (0.9 + 0.2 * chance)
  const asked = Math.min(retryAfterMs ?? 0, mostRetryAfterMs)
  return new Date(now.getTime() + Math.round(Math.max(planned, asked)))
}

/** The end of one attempt. */
export interface Attempted {
  at: Date
  succeeded: boolean
  responseStatus: number | null
  fault: Fault | null
}

/** The health of an endpoint: what became of its deliveries lately. */
export interface Health {
  failing_since: Date | null
  consecutive_failures: number
}

/**
 * The health after some attempts, in the order in which they ended, and whether the endpoint has to be turned off: it has
 * said that it is gone, or nothing else than failures came of it for a day.
 */
export function healthAfter(
  health: Health,
  attempts: readonly Attempted[],
): { health: Health; turnsOff: boolean } {
  let { failing_since: since, consecutive_failures: failures } = health
  let [isGone, isFailing] = [false, false]
  // As many as one worker settles together.
  for (const { at, succeeded, fault } of attempts) {
    if (succeeded) [since, failures] = [null, 0]
    else [since, failures] = [since ?? at, failures + 1]
    // What was under way with it may end in another way.
    isGone ||= fault === 'gone'
    isFailing = since !== null && at.getTime() - since.getTime() >= failingMs
  }
  return { health: { failing_since: since, consecutive_failures: failures }, turnsOff: isGone || isFailing }
}

/** The id of an event as others see it. */
export const eventIdOf = (id: string): string => `evt_${id}`

/** The type of the event that tries an endpoint. It goes to that one alone, whatever it subscribes to. */
export const testType = 'webhook.test'

/** Tells whether an endpoint gets events of a type: those that it asks for now, whatever it asked for before. */
export const getsType = ({ event_types }: { event_types: readonly string[] }, type: string): boolean =>
  type === testType || event_types.includes(type)

/** Types in the order in which they are stored, each once. */
export const sortedTypes = (given: readonly string[]): string[] => [...new Set(given)].toSorted()

/** Tells whether a port may get events: that of https, or one that needs no rights on its machine. */
export const allowsPort = (port: number): boolean => port === 443 || (port >= 1024 && port <= 65_535)

/** Why events must not be sent to an address. */
export type UrlProblem =
  'url_not_https' | 'url_with_user' | 'url_port_not_allowed' | 'url_host_not_public' | 'url_of_this_service'

/** All that is wrong with the address and the types of an endpoint, as far as they are given. */
export function endpointSettingProblems(
  { url, event_types }: { url?: string | undefined; event_types?: readonly string[] | undefined },
  urlProblem: (url: string) => UrlProblem | undefined,
  types: ReadonlySet<string>,
): Problem<UrlProblem | 'event_type_unknown'>[] {
  const wrong = url === undefined ? undefined : urlProblem(url)
  return [...(wrong ? [problem(wrong, {})] : []), ...typeProblems(event_types, 'event_types', types)]
}

/** Each type that no event has. */
export const typeProblems = (
  given: readonly string[] | undefined,
  field: 'event_types' | 'types',
  known: ReadonlySet<string>,
): Problem<'event_type_unknown'>[] =>
  (given ?? []).flatMap((type, index) =>
    known.has(type) ? [] : problem('event_type_unknown', { field, index }),
  )

/** Deliveries that are taken together: more for a receiver that is quick, so that they are about the work of a second. */
const batches = { least: 16, most: 256, quickMs: 500, slowMs: 2000 }
export const leastBatch = batches.least

/** The number of deliveries to take next, after the last ones lasted so long. */
export function batchAfter(batch: number, lastedMs: number): number {
  if (lastedMs < batches.quickMs) return Math.min(batches.most, batch * 2)
  return lastedMs > batches.slowMs ? Math.max(batches.least, Math.floor(batch / 2)) : batch
}
