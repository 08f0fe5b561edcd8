import { maxProblems, shorten, type ErrorDetail } from '../errors.ts'
import { tooDeep, tooLarge, type Size } from './size.ts'

/** The largest input that is worth normalizing. */
export interface Bounds extends Size {
  /** The length of the longest text, in code points. */
  text: number
}

interface Normalized {
  value: unknown
  problems: ErrorDetail[]
  /** Whether a text has outer spaces. */
  padded: boolean
}

interface Walk {
  bounds: Bounds
  trim: boolean
  most: number
  padded: boolean
  problems: ErrorDetail[]
  values: number
}

/**
 * A copy of parsed JSON in which every string is trimmed and in Unicode NFC, so that equal texts are equal in the
 * database. Reports strings with control characters, broken Unicode or too many combining marks in a row, inputs that
 * are larger than they may be, and property names that would change a prototype (`__proto__`); the copy never has those.
 *
 * It takes time in proportion to the size of the input, because each text is measured before anything else is done with
 * it.
 *
 * @param trim false: texts keep their outer spaces
 * @param most when so many problems were found, the rest is not looked at
 */
export function normalize(input: unknown, bounds: Bounds, trim = true, most = maxProblems): Normalized {
  const walk: Walk = { bounds, trim, most, padded: false, problems: [], values: 0 }
  const value = copy(input, '', 1, walk)
  return { value, problems: walk.problems, padded: walk.padded }
}

function copy(value: unknown, path: string, depth: number, walk: Walk): unknown {
  const { bounds } = walk
  if (++walk.values > bounds.values) {
    if (walk.values === bounds.values + 1) walk.problems.unshift(tooLarge(bounds))
    return null
  }
  if (typeof value === 'string') return text(value, path, walk)
  if (typeof value !== 'object' || value === null) return value
  if (depth > bounds.depth) {
    walk.problems.push(tooDeep(path, bounds))
    return null
  }
  if (Array.isArray(value)) return list(value, path, depth, walk)
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    if (isFull(walk)) break
    const here = shorten(path ? `${path}.${shorten(key)}` : key)
    if (key === '__proto__' || key === 'constructor' || key === 'prototype' || key.length > maxName)
      report(walk, here, 'unknown_property', notThere)
    else if (!isCleanText(key))
      report(walk, path, 'bad_character', 'A property name holds characters that are not allowed.')
    else result[key] = copy((value as Record<string, unknown>)[key], here, depth + 1, walk)
  }
  return result
}

const notThere = 'This is not a property of the input. Remove it, or check its spelling.'
/** Names of properties are shorter. */
const maxName = 200

function list(values: unknown[], path: string, depth: number, walk: Walk): unknown[] {
  const result: unknown[] = []
  for (const [index, item] of values.entries()) {
    if (isFull(walk)) break
    result.push(copy(item, `${path}[${index}]`, depth + 1, walk))
  }
  return result
}

function isFull({ values, bounds, problems, most }: Walk): boolean {
  return values > bounds.values || problems.length >= most
}

/** Several characters may become one in NFC, at most four; each is one or two units of a JavaScript string. */
const unitsOfCharacter = 8

function text(value: string, path: string, walk: Walk): string {
  const trimmed = value.trim()
  const longest = walk.bounds.text
  if (trimmed.length > longest * unitsOfCharacter)
    return report(walk, path, 'too_long', `No text of this call may have more than ${longest} characters.`)
  if (!isCleanText(trimmed))
    return report(
      walk,
      path,
      'bad_character',
      'The text holds a control character or broken Unicode. Remove it.',
    )
  if (hasManyMarks(trimmed))
    return report(
      walk,
      path,
      'too_many_marks',
      'No character takes more than 30 combining marks. Remove some.',
    )
  if (trimmed.length < value.length) walk.padded = true
  return (walk.trim ? trimmed : value).replaceAll('\r\n', '\n').normalize('NFC')
}

/** As many combining marks in a row as Unicode's Stream-Safe Text Format (UAX #15) allows. No language needs more. */
const mostMarks = 30
/** Rows of marks, in pieces. A search for 31 at once would look at each mark of a row up to 31 times. */
const marks = /\p{M}{2,31}/gu

/** Whether a row of marks is so long that NFC, which sorts it in quadratic time, takes too long. */
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

function report(walk: Walk, path: string, code: string, message: string): string {
  walk.problems.push({ path, code, message })
  return ''
}
