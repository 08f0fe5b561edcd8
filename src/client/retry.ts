import type { Signal } from './types.ts'

/** The first wait when the service does not say how long, in milliseconds. Each further one is twice as long. */
const firstWaitMs = 500
const longestGuessMs = 8_000
/** The longest time of a timer, in milliseconds: it ends at once when it is given more. */
const longestTimerMs = 2 ** 31 - 1

/**
 * Milliseconds to wait before the next try: never less than the service asks for. A random part keeps clients that were
 * refused at the same moment from coming back at the same moment.
 *
 * @param attempt how many tries there were
 * @param retryAfter seconds that the service asks for, if it does
 */
export function waitBefore(
  attempt: number,
  retryAfter: number | undefined,
  random: number = Math.random(),
): number {
  if (retryAfter !== undefined) return retryAfter * 1000 + random * 250
  return Math.min(firstWaitMs * 2 ** (attempt - 1), longestGuessMs) * (0.5 + random / 2)
}

/** The seconds of `Retry-After`, which also may be a date; undefined without a header that can be read. */
export function readRetryAfter(header: string | null, now: number = Date.now()): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}

/**
 * Waits.
 *
 * @throws the signal's reason, as soon as the signal says so
 */
export async function sleep(ms: number, signal: Signal | undefined): Promise<void> {
  if (signal?.aborted) throw signal.reason
  await new Promise<void>((done, fail) => {
    const stop = () => {
      clearTimeout(timer)
      fail(signal?.reason as Error)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        done()
      },
      Math.min(ms, longestTimerMs),
    )
    signal?.addEventListener('abort', stop)
  })
}

/** The end of a try: a signal of its own, which ends with the caller's signal or when the time is over. */
export interface Deadline {
  readonly signal: AbortSignal
  readonly isOver: boolean
  release(): void
}

/** @param timeoutMs `Infinity` and all that is longer than 24 days is no limit */
export function startDeadline(timeoutMs: number, signal: Signal | undefined): Deadline {
  const controller = new AbortController()
  let isOver = false
  const end = () => {
    isOver = true
    controller.abort()
  }
  const timer = timeoutMs > longestTimerMs ? undefined : setTimeout(end, timeoutMs)
  const stop = () => controller.abort(signal?.reason)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop)
  return {
    signal: controller.signal,
    get isOver() {
      return isOver
    },
    release() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    },
  }
}
