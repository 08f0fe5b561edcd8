import { setImmediate } from 'node:timers/promises'

/**
 * Work on megabytes, in slices. A process does one thing at a time, and the list of one caller must not make the calls of
 * all others wait until it is done.
 */

const sliceMs = 0.5
/** The shortest that timers wait. */
const gapMs = 1
const itemsPerPiece = 12
const charactersPerChunk = 32_768
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
export function pause(): Promise<void> {
  return new Promise((goOn) => {
    waiting.push(goOn)
    if (waiting.length === 1) schedule()
  })
}

/** Whether others need the process at the moment, too. */
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

/** Rows, and how each of them is shown. */
export interface Batch<Row, Shown> {
  rows: readonly Row[]
  present: (row: Row) => Shown
}

/** Rows, and the text of some of them. */
export interface TextBatch<Row> {
  rows: readonly Row[]
  write: (rows: readonly Row[]) => string
}

/** What is there at once, or comes one after the other. */
type Some<Item> = Iterable<Item> | AsyncIterable<Item>
type Batches<Row, Shown> = Some<Batch<Row, Shown>>

/** When a list is long enough, whatever is left of it. */
export interface Most<Row> {
  /** It ends with the first piece with which it has this many bytes. */
  bytes: number
  /** Told when something is left: the last row that is in the list. May throw, to answer nothing instead. */
  reached: (last: Row) => void
}

/** A list in a result, whose items are made when they are written. */
class Later {
  readonly batches: Batches<unknown, unknown>
  readonly most: Most<unknown> | undefined

  constructor(batches: Batches<unknown, unknown>, most: Most<unknown> | undefined) {
    this.batches = batches
    this.most = most
  }

  toJSON(): never {
    throw new Error('this list is written by writeAnswer and nothing else')
  }
}

/**
 * A long list for a result. Its items are read and made while the result is written, in slices, and are gone once they
 * are text: if thousands of them were there at once, the garbage collector would work longer than a slice.
 *
 * @returns what only `writeAnswer` can read
 */
export const presentLater = <Row, Shown>(batches: Batches<Row, Shown>, most?: Most<Row>): Shown[] =>
  new Later(batches as Batches<unknown, unknown>, most as Most<unknown> | undefined) as unknown as Shown[]

/** A property of a result that is known only when those before it are written. */
class Afterwards {
  readonly value: () => unknown

  constructor(value: () => unknown) {
    this.value = value
  }

  toJSON(): never {
    throw new Error('this property is written by writeAnswer, beside a list of presentLater')
  }
}

/**
 * A property that comes after a list of `presentLater` in a result, and depends on where that ended.
 *
 * @returns what only `writeAnswer` can read
 */
export const afterwards = <Value>(value: () => Value): Value => new Afterwards(value) as unknown as Value

/** A text in a result, whose parts are made when they are written. */
class LaterText {
  readonly beginning: string
  readonly batches: Some<TextBatch<unknown>>

  constructor(beginning: string, batches: Some<TextBatch<unknown>>) {
    this.beginning = beginning
    this.batches = batches
  }

  toJSON(): never {
    throw new Error('this text is written by writeAnswer and nothing else')
  }
}

/**
 * A long text for a result, such as a file. Its parts are made and written like the items of `presentLater`: what `write`
 * answers for a few rows comes one after the other, after the beginning.
 *
 * @returns what only `writeAnswer` can read
 */
export const textLater = <Row>(beginning: string, batches: Some<TextBatch<Row>>): string =>
  new LaterText(beginning, batches as Some<TextBatch<unknown>>) as unknown as string

/** JSON text. A long one comes encoded, in chunks: text of megabytes is work for the garbage collector, bytes are not. */
export type Json = string | Buffer[]

export const textOf = (json: Json): string =>
  typeof json === 'string' ? json : Buffer.concat(json).toString()

/**
 * The answer `{"data": …}` as `JSON.stringify` would write it. A list that is the result, or a property of it, is written
 * in slices.
 */
export async function writeAnswer(result: unknown): Promise<Json> {
  const answer = new Answer()
  answer.add('{"data":')
  if (isShort(result)) answer.add(JSON.stringify(result))
  else if (isLong(result)) await writeList(result, answer)
  else await writeProperties(result as object, answer)
  answer.add('}')
  return answer.end()
}

/** Whether a result can be written at once: it is no long list and has none as a property. */
export function isShort(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return true
  return !isLong(result) && !Object.values(result).some(isLong)
}

/** Text that grows. When it is long enough for a chunk, it is encoded. */
class Answer {
  readonly #chunks: Buffer[] = []
  #text = ''
  #encoded = 0

  /** Its length, as far as it is encoded: all but one chunk. */
  get bytes(): number {
    return this.#encoded
  }

  add(text: string): void {
    this.#text += text
    if (this.#text.length >= charactersPerChunk) this.#encode()
  }

  end(): Json {
    if (this.#chunks.length === 0) return this.#text
    this.#encode()
    return this.#chunks
  }

  #encode(): void {
    const chunk = Buffer.from(this.#text)
    this.#chunks.push(chunk)
    this.#encoded += chunk.length
    this.#text = ''
  }
}

async function writeProperties(result: object, answer: Answer): Promise<void> {
  let before = '{'
  for (const [name, given] of Object.entries(result)) {
    const value = settled(given)
    const text = isLong(value) ? undefined : (JSON.stringify(value) as string | undefined)
    // JSON has no undefined: JSON.stringify leaves such properties out.
    if (!isLong(value) && text === undefined) continue
    answer.add(`${before}${JSON.stringify(name)}:${text ?? ''}`)
    if (isLong(value)) await writeList(value, answer)
    before = ','
  }
  answer.add('}')
}

/** The chunks one by one, in rounds of the event loop of their own: to send megabytes at once takes long, too. */
export async function* sendInTurn(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    yield chunk
    await setImmediate()
  }
}

function isLong(value: unknown): value is readonly unknown[] | Later | LaterText {
  return (
    value instanceof Later ||
    value instanceof LaterText ||
    (Array.isArray(value) && value.length > itemsPerPiece)
  )
}

async function writeText({ beginning, batches }: LaterText, answer: Answer): Promise<void> {
  const add = (text: string) => answer.add(JSON.stringify(text).slice(1, -1))
  answer.add('"')
  add(beginning)
  for await (const { rows, write } of batches)
    for await (const chunk of inSlices(chunksOf(rows))) add(write(chunk))
  answer.add('"')
}

async function writeList(list: readonly unknown[] | Later | LaterText, answer: Answer): Promise<void> {
  if (list instanceof LaterText) return writeText(list, answer)
  let before = '['
  const most = list instanceof Later ? list.most : undefined
  const until = answer.bytes + (most?.bytes ?? Infinity)
  let last: unknown
  for await (const { rows, items } of piecesOf(list)) {
    if (answer.bytes >= until && before === ',') {
      most!.reached(last)
      break
    }
    answer.add(`${before}${JSON.stringify(items()).slice(1, -1)}`)
    before = ','
    last = rows.at(-1)
  }
  answer.add(before === '[' ? '[]' : ']')
}

/** A few rows of a list, and the items of them, which are made only if somebody asks for them. */
interface Piece {
  rows: readonly unknown[]
  items: () => readonly unknown[]
}

/** A list of a result in pieces, with a pause whenever the work on them has taken long enough. */
export async function* piecesOf(list: unknown): AsyncGenerator<Piece> {
  const batches =
    list instanceof Later ? list.batches : [{ rows: list as readonly unknown[], present: asItIs }]
  for await (const { rows, present } of batches)
    for await (const chunk of inSlices(chunksOf(rows)))
      yield { rows: chunk, items: () => chunk.map((row) => present(row)) }
}

/** What a property of a result says, once the lists before it were read. */
export const settled = (value: unknown): unknown => (value instanceof Afterwards ? value.value() : value)

const asItIs = <Item>(item: Item): Item => item

function* chunksOf<Item>(list: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < list.length; from += itemsPerPiece) yield list.slice(from, from + itemsPerPiece)
}
