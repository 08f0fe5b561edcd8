import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'

/** The end of a wait for what does not come. It is long, because a busy machine needs several times as long as others. */
export const neverMs = 120_000

/**
 * Asks again until the answer is true, or a value other than null.
 *
 * @param what names it in the error; as a function it can tell how things are in the end
 * @throws Error when this takes longer than `withinMs`
 */
export async function until<T>(
  what: string | (() => string),
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = neverMs,
): Promise<T> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(25)) {
    const answer = await ask()
    if (answer !== undefined && answer !== null && answer !== false) return answer
  }
  throw new Error(`${typeof what === 'string' ? what : what()}: not within ${withinMs} ms`)
}

/**
 * Waits for what must not happen before its time. There is no bound above: a busy machine is late, and the timeout of the
 * test ends what never comes.
 */
export async function notBefore<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  // Timers may be a millisecond early.
  expect(performance.now() - began).to.be.at.least(ms - 1)
  return result
}
