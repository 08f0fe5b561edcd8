import { inSlices } from './yield.ts'

/**
 * A value of a result that is made while the result is written, because it is long, or depends on what is. It is not there
 * before: only `writeAnswer` reads it.
 */
export abstract class Streamed<Value> {
  /** For the compiler alone, which so keeps values of different types apart. Nothing has this property. */
  declare protected readonly becomes: Value

  toJSON(): never {
    throw new Error('this value is written by writeAnswer and nothing else')
  }
}

/** A result in which such values may stand: in the place of all of it, or of a property. */
export type Streamable<Result> = Result extends readonly unknown[]
  ? Result | Streamed<Result>
  : { [Name in keyof Result]: Result[Name] | Streamed<Result[Name]> }

/** Items that are there at once, or come one after the other. */
type Some<Item> = Iterable<Item> | AsyncIterable<Item>

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

/** When a list is long enough, whatever is left of it. */
export interface Most<Row> {
  /** It ends with the first piece with which it has this many bytes. */
  bytes: number
  /** Told when something is left: the last row that is in the list. May throw, to answer nothing instead. */
  reached: (last: Row) => void
}

/**
 * A long list. Its items are read and made while the result is written, in slices, and are gone once they are text: if
 * thousands of them were there at once, the garbage collector would work longer than a slice.
 */
export class StreamedList<Row, Shown> extends Streamed<Shown[]> {
  readonly batches: Some<Batch<Row, Shown>>
  readonly most: Most<Row> | undefined

  constructor(batches: Some<Batch<Row, Shown>>, most?: Most<Row>) {
    super()
    this.batches = batches
    this.most = most
  }
}

/**
 * A long text, such as a file. Its parts are made and written like the items of a list: what `write` answers for a few
 * rows comes one after the other, after the beginning.
 */
export class StreamedText<Row> extends Streamed<string> {
  readonly beginning: string
  readonly batches: Some<TextBatch<Row>>

  constructor(beginning: string, batches: Some<TextBatch<Row>>) {
    super()
    this.beginning = beginning
    this.batches = batches
  }
}

/** A property that comes after a list or text in a result, and depends on where that ended. */
export class Afterwards<Value> extends Streamed<Value> {
  readonly value: () => Value

  constructor(value: () => Value) {
    super()
    this.value = value
  }
}

/** The value of a property of a result, once the lists before it were read. */
export const valueOf = (value: unknown): unknown => (value instanceof Afterwards ? value.value() : value)

const itemsPerPiece = 12

/** Tells whether a value of a result is streamed, or is a list that is long enough for it. */
export const isLong = (
  value: unknown,
): value is readonly unknown[] | StreamedList<unknown, unknown> | StreamedText<unknown> =>
  value instanceof StreamedList ||
  value instanceof StreamedText ||
  (Array.isArray(value) && value.length > itemsPerPiece)

/** A few rows of a list, and the items of them, which are made only if somebody asks for them. */
interface Piece {
  rows: readonly unknown[]
  items: () => readonly unknown[]
}

/** A list of a result in pieces, with a pause whenever the work on them has taken long enough. */
export async function* piecesOf(list: unknown): AsyncGenerator<Piece> {
  const batches: Some<Batch<unknown, unknown>> =
    list instanceof StreamedList ? list.batches : [{ rows: list as readonly unknown[], present: asItIs }]
  for await (const { rows, present } of batches)
    for await (const chunk of inSlices(chunksOf(rows)))
      yield { rows: chunk, items: () => chunk.map((row) => present(row)) }
}

const asItIs = <Item>(item: Item): Item => item

/** The items of a list, a few at a time. */
export function* chunksOf<Item>(list: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < list.length; from += itemsPerPiece) yield list.slice(from, from + itemsPerPiece)
}
