import { setImmediate } from 'node:timers/promises'

/**
 * Work on megabytes, in slices. A process does one thing at a time, and the list of one caller must not make the calls of
 * all others wait until it is done.
 */

const sliceMs = 0.5
/** The shortest that timers wait. */
const gapMs = 1
const itemsPerPiece = 12
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
 * Lets all other work of the process go first. However many callers are here, only one of them goes on in each round of
 * the event loop: otherwise the slices of ten long lists together would take as long as one list. While others call,
 * they get more than half of the time: long lists take longer then, and whoever asks for too many of them waits.
 */
export function pause(): Promise<void> {
  return new Promise((goOn) => {
    waiting.push(goOn)
    if (waiting.length === 1) schedule()
  })
}

function schedule(): void {
  if (performance.now() - calls.before < busyMs) setTimeout(next, gapMs)
  else void setImmediate().then(next)
}

function next(): void {
  waiting.shift()?.()
  if (waiting.length > 0) schedule()
}

/** Carries out a calculation in slices. It yields wherever it may be interrupted. */
export async function finish<Result>(calculation: Generator<undefined, Result, undefined>): Promise<Result> {
  let until = performance.now() + sliceMs
  for (;;) {
    const { done, value } = calculation.next()
    if (done) return value
    if (performance.now() < until) continue
    await pause()
    until = performance.now() + sliceMs
  }
}

/** Hands out the items, with a pause whenever the work on them has taken long enough. */
async function* inSlices<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let until = performance.now() + sliceMs
  for (const item of items) {
    yield item
    if (performance.now() < until) continue
    await pause()
    until = performance.now() + sliceMs
  }
}

/** `rows.map(present)` in slices. */
export async function presentAll<Row, Shown>(
  rows: readonly Row[],
  present: (row: Row) => Shown,
): Promise<Shown[]> {
  const shown: Shown[] = []
  for await (const chunk of inSlices(chunksOf(rows))) for (const row of chunk) shown.push(present(row))
  return shown
}

/**
 * The JSON text of a result, in pieces; together they are what `JSON.stringify` would write. Only a long list that is
 * the result, or a property of it, is split. Everything else is one piece.
 */
export async function writeJson(result: unknown): Promise<string[]> {
  if (isLong(result)) return writeList(result)
  if (typeof result !== 'object' || result === null || !Object.values(result).some(isLong))
    return [JSON.stringify(result)]
  const properties = await Promise.all(Object.entries(result).map(writeProperty))
  // JSON has no undefined: JSON.stringify leaves such properties out.
  const written = properties.filter((pieces) => pieces.at(-1) !== undefined) as string[][]
  return ['{', ...written.flatMap((pieces, index) => (index === 0 ? pieces : [',', ...pieces])), '}']
}

async function writeProperty([name, value]: [string, unknown]): Promise<(string | undefined)[]> {
  const pieces = isLong(value) ? await writeList(value) : [JSON.stringify(value) as string | undefined]
  return [`${JSON.stringify(name)}:`, ...pieces]
}

/** The texts as UTF-8. */
export async function encodeAll(texts: readonly string[]): Promise<Buffer[]> {
  const encoded: Buffer[] = []
  for await (const text of inSlices(texts)) encoded.push(Buffer.from(text))
  return encoded
}

/** The chunks one by one, in rounds of the event loop of their own: to send megabytes at once takes long, too. */
export async function* sendInTurn(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    yield chunk
    await setImmediate()
  }
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > itemsPerPiece
}

async function writeList(list: readonly unknown[]): Promise<string[]> {
  const pieces: string[] = []
  for await (const chunk of inSlices(chunksOf(list)))
    pieces.push(`${pieces.length === 0 ? '[' : ','}${JSON.stringify(chunk).slice(1, -1)}`)
  return [...pieces, ']']
}

function* chunksOf<Item>(list: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < list.length; from += itemsPerPiece) yield list.slice(from, from + itemsPerPiece)
}
