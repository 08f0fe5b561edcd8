import { setImmediate } from 'node:timers/promises'

/**
 * Work on megabytes, in slices. A process does one thing at a time, and the list of one caller must not make the calls of
 * all others wait until it is done.
 */

const sliceMs = 0.5
/** The shortest that timers wait. */
const gapMs = 1
/** If two calls have come within this time, others need the process, too. */
const busyMs = 20

const waiting: (() => void)[] = []
const calls = { last: -Infinity, before: -Infinity }

/** Notes that a call has come. */
export function noteCall(): void {
  calls.before = calls.last
  calls.last = performance.now()
}

/**
 * Lets all other work of the process go first. However many callers are here (they have a turn or an open connection, so
 * there is an end), only one of them goes on in each round of the event loop: the slices of ten long lists together would
 * take as long as one list. While others call, they get more than half of the time: whoever asks for much then waits.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((goOn) => {
    waiting.push(goOn)
    if (waiting.length === 1) schedule()
  })
}

/** Tells whether others need the process at the moment, too. */
export const othersCall = (): boolean => performance.now() - calls.before < busyMs

function schedule(): void {
  if (othersCall()) setTimeout(next, gapMs)
  else void setImmediate().then(next)
}

function next(): void {
  waiting.shift()?.()
  if (waiting.length > 0) schedule()
}

/** Carries out a calculation in slices. It yields wherever it may be interrupted. */
export async function runCooperatively<Result>(
  calculation: Generator<undefined, Result, undefined>,
): Promise<Result> {
  let until = performance.now() + sliceMs
  for (;;) {
    const { done, value } = calculation.next()
    if (done) return value
    if (performance.now() < until) continue
    await yieldToEventLoop()
    until = performance.now() + sliceMs
  }
}

/** Hands out the items, with a pause whenever the work on them has taken long enough. */
export async function* inSlices<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let until = performance.now() + sliceMs
  for (const item of items) {
    yield item
    if (performance.now() < until) continue
    await yieldToEventLoop()
    until = performance.now() + sliceMs
  }
}

/**
 * Collects the results of each item, some or none. The work may be interrupted after each item, so give it to
 * `runCooperatively`.
 */
export function* oneByOne<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => readonly Made[],
): Generator<undefined, Made[], undefined> {
  const made: Made[] = []
  for (const item of items) {
    made.push(...make(item))
    yield
  }
  return made
}
