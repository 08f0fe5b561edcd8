import { maxProblems, shorten, type Detail } from '../errors.ts'
import { tooDeep, tooLarge, type Size } from './size.ts'
import { inputTexts } from '../texts/input.ts'
import type { Phrase } from '../texts/phrase.ts'

/** The largest input that is worth normalizing. */
export interface Bounds extends Size {
  /** The length of the longest text, in code points. */
  text: number
  /** Properties that are files of cells: each cell becomes a text of its own later, and its length counts as it was sent. */
  cells?: readonly string[]
}

interface Normalized {
  value: unknown
  problems: Detail[]
  /** Tells that a text is another one than was sent. */
  altered: boolean
}

interface Options {
  /** Texts stay as they were sent. */
  asSent?: boolean
  /** When so many problems were found, the rest is not looked at. */
  most?: number
}

interface Walk extends Required<Options> {
  bounds: Bounds
  altered: boolean
  problems: Detail[]
  values: number
}

type Work<Result> = Generator<undefined, Result, undefined>

/** So many short values are looked at in a tenth of a millisecond, and so long a part of a long text. */
const valuesAtOnce = 32
const unitsAtOnce = 4096

/**
 * A copy of parsed JSON in which every string is trimmed and in Unicode NFC, so that equal texts are equal in the
 * database. Reports strings with control characters, broken Unicode or too many combining marks in a row, inputs that
 * are larger than they may be, and property names that would change a prototype (`__proto__`); the copy never has those.
 *
 * It takes time in proportion to the size of the input, because each text is measured before anything else is done with
 * it. The work is interrupted wherever it yields (see src/streaming/yield.ts): in long texts, too.
 */
export function* normalize(input: unknown, bounds: Bounds, options: Options = {}): Work<Normalized> {
  const { asSent = false, most = maxProblems } = options
  const walk: Walk = { bounds, asSent, most, altered: false, problems: [], values: 0 }
  const value = yield* copy(input, '', 1, walk)
  return { value, problems: walk.problems, altered: walk.altered }
}

function* copy(value: unknown, path: string, depth: number, walk: Walk): Work<unknown> {
  const { bounds } = walk
  if (++walk.values > bounds.values) {
    if (walk.values === bounds.values + 1) walk.problems.unshift(tooLarge(bounds))
    return null
  }
  if (walk.values % valuesAtOnce === 0) yield
  if (typeof value === 'string') return yield* text(value, path, walk)
  if (typeof value !== 'object' || value === null) return value
  if (depth > bounds.depth) {
    walk.problems.push(tooDeep(path, bounds))
    return null
  }
  if (Array.isArray(value)) return yield* list(value, path, depth, walk)
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    if (isFull(walk)) break
    const here = shorten(path ? `${path}.${shorten(key)}` : key)
    if (key === '__proto__' || key === 'constructor' || key === 'prototype' || key.length > maxName)
      report(walk, here, 'unknown_property', inputTexts.unknownProperty())
    else if (!isCleanText(key)) report(walk, path, 'bad_character', inputTexts.badName())
    else result[key] = yield* copy((value as Record<string, unknown>)[key], here, depth + 1, walk)
  }
  return result
}

/** Names of properties are shorter. */
const maxName = 200

function* list(values: unknown[], path: string, depth: number, walk: Walk): Work<unknown[]> {
  const result: unknown[] = []
  for (const [index, item] of values.entries()) {
    if (isFull(walk)) break
    result.push(yield* copy(item, `${path}[${index}]`, depth + 1, walk))
  }
  return result
}

function isFull({ values, bounds, problems, most }: Walk): boolean {
  return values > bounds.values || problems.length >= most
}

/** A text with so many units more than it can have is refused here; others that are too long beside all other problems. */
const farTooLong = 10_000

function* text(value: string, path: string, walk: Walk): Work<string> {
  const longest = walk.bounds.text
  if (value.length > 2 * longest + farTooLong)
    return report(walk, path, 'too_long', inputTexts.noText({ max: longest }))
  // The length counts as the text was sent: so what is too long is not normalized, and the validator finds it.
  const isLong = value.length > longest && (yield* isLonger(value, longest))
  const isFile = walk.bounds.cells?.includes(path)
  const trimmed = value.trim()
  const parts: string[] = []
  for (const part of partsOf(trimmed)) {
    if (!isCleanText(part)) return report(walk, path, 'bad_character', inputTexts.badCharacter())
    if (hasManyMarks(part))
      return report(walk, path, 'too_many_marks', inputTexts.tooManyMarks({ max: mostMarks }))
    if (!isLong && !walk.asSent) {
      const lines = part.replaceAll('\r\n', '\n')
      parts.push(isFile ? lines : lines.normalize('NFC'))
    }
    if (trimmed.length > unitsAtOnce) yield
  }
  const clean = isLong || walk.asSent ? value : parts.join('')
  if (clean !== value) walk.altered = true
  return clean
}

/** Tells whether a text has more characters than that. Some have two units of a JavaScript string. */
function* isLonger(value: string, most: number): Work<boolean> {
  let characters = value.length
  for (let at = 1; at < value.length; at++) {
    if (isSecondHalf(value, at)) characters--
    if (at % unitsAtOnce === 0) yield
  }
  return characters > most
}

const isSecondHalf = (value: string, at: number): boolean =>
  (value.charCodeAt(at) & 0xfc00) === 0xdc00 && (value.charCodeAt(at - 1) & 0xfc00) === 0xd800

/**
 * A character that never melts into the one before, in NFC: no combining mark, no second or third letter of a Korean
 * syllable and none of two vowel signs of Kirat Rai; nor the line feed, which belongs to a return before it. In a row of
 * such Korean letters, a vowel is one, because it melts only into a first letter, and so is a third letter after another.
 */
export const boundary =
  /[^\p{M}\u1160-\u11ff\u{16d67}\u{16d68}\n]|(?<=[\u1160-\u11ff])[\u1160-\u11a7]|(?<=[\u11a8-\u11ff])[\u11a8-\u11ff]/gu

/** A text in parts: what is done with each of them is done with the whole text. */
function* partsOf(text: string): Generator<string, void, undefined> {
  for (let from = 0; from < text.length || from === 0;) {
    const to = text.length <= from + unitsAtOnce ? text.length : boundaryFrom(text, from + unitsAtOnce)
    yield text.slice(from, to)
    if (to === 0) return
    from = to
  }
}

function boundaryFrom(text: string, from: number): number {
  boundary.lastIndex = isSecondHalf(text, from) ? from - 1 : from
  return boundary.exec(text)?.index ?? text.length
}

/** As many combining marks in a row as Unicode's Stream-Safe Text Format (UAX #15) allows. No language needs more. */
const mostMarks = 30
/** Rows of marks, in pieces. A search for 31 at once would look at each mark of a row up to 31 times. */
const marks = /\p{M}{2,31}/gu

/** Tells whether a row of marks is so long that NFC, which sorts it in quadratic time, takes too long. */
function hasManyMarks(text: string): boolean {
  for (const [row] of text.matchAll(marks))
    if (row.length > mostMarks && Array.from(row).length > mostMarks) return true
  return false
}

// eslint-disable-next-line no-control-regex -- that is what it looks for
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

function isCleanText(value: string): boolean {
  return value.isWellFormed() && !control.test(value.replaceAll('\r\n', '\n'))
}

function report(walk: Walk, path: string, code: string, message: Phrase): string {
  walk.problems.push({ path, code, message })
  return ''
}
