import type { Bound, Finding } from './attack.ts'
import { quantile } from './http.ts'
import type { Seen } from './probe.ts'
import type { Site } from './site.ts'

/** No input may block the process longer than this, beside what a harmless one of the same kind does. */
export const blockMs = 50

/** What a server and somebody else notice. */
export interface Noticed {
  /** The longest piece of work of the server, in milliseconds of the time of a usual processor. */
  work: number
  /** The longest time that somebody else waits for /healthz, in milliseconds. */
  wait: number
  /** How many of those others were not answered as usual. */
  failed: number
}

/** What the plain server and somebody else notice while this is done. */
export async function notice(site: Site, done: () => Promise<unknown>): Promise<Noticed> {
  let seen: Seen[] = []
  const work = await site.longestWork(async () => void (seen = await site.probe.during(done)))
  return {
    work,
    wait: Math.max(...seen.map(({ ms }) => ms)),
    failed: seen.filter(({ status }) => status !== 200).length,
  }
}

/**
 * Bounds for what was noticed of an attack in some rounds: the longest piece of work and the longest wait take `blockMs`
 * at most, and twice what they take with a harmless request. The medians count, because now and then the garbage
 * collector works, and the machine may be busy with other things.
 *
 * @param where which of several ways; '' if there is one
 */
export function bounds(
  where: string,
  attacked: Noticed[],
  harmless: Noticed[] = [],
): Required<Pick<Finding, 'work' | 'waits'>> {
  const median = (from: Noticed[], of: 'work' | 'wait') =>
    quantile(
      from.map((one) => one[of]),
      0.5,
    )
  const bound = (of: 'work' | 'wait', what: string): Bound => ({
    what: where ? `${what} (${where})` : what,
    ms: median(attacked, of),
    most: blockMs + (harmless.length > 0 ? 2 * median(harmless, of) : 0),
  })
  return { work: [bound('work', 'longest piece of work')], waits: [bound('wait', '/healthz waits')] }
}

/** Whether everybody else was answered as usual. */
export const nobodyFailed = (noticed: Noticed[]): boolean => noticed.every(({ failed }) => failed === 0)
