import type { ErrorDetail } from '../errors.ts'

/** How deep an input may nest. */
export const maxDepth = 32
const maxValues = 50_000
const maxProblems = 100

interface Walk {
  problems: ErrorDetail[]
  values: number
}

/**
 * A copy of parsed JSON in which every string is trimmed and in Unicode NFC, so that equal texts are equal in the
 * database. Reports strings with control characters or broken Unicode, values that nest too deep, and property names
 * that would change a prototype (`__proto__`); the copy never has those.
 */
export function normalize(input: unknown): { value: unknown; problems: ErrorDetail[] } {
  const walk: Walk = { problems: [], values: 0 }
  const value = copy(input, '', 1, walk)
  return { value, problems: walk.problems }
}

function copy(value: unknown, path: string, depth: number, walk: Walk): unknown {
  if (++walk.values > maxValues) {
    if (walk.values === maxValues + 1)
      report(walk, '', 'too_large', `The input holds more than ${maxValues} values. Send less in one call.`)
    return null
  }
  if (typeof value === 'string') return text(value, path, walk)
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) {
    report(walk, shorten(path), 'too_deep', `The input nests deeper than ${maxDepth} levels.`)
    return null
  }
  if (Array.isArray(value))
    return value.map((item, index) => copy(item, `${path}[${index}]`, depth + 1, walk))
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    if (walk.values > maxValues) break
    const here = path ? `${path}.${key}` : key
    if (key === '__proto__' || key === 'constructor' || key === 'prototype')
      report(walk, shorten(here), 'unknown_property', 'This is not a property of the input. Remove it.')
    else if (!isCleanText(key))
      report(walk, shorten(path), 'bad_character', 'A property name holds characters that are not allowed.')
    else result[key] = copy((value as Record<string, unknown>)[key], here, depth + 1, walk)
  }
  return result
}

function text(value: string, path: string, walk: Walk): string {
  if (!isCleanText(value)) {
    report(
      walk,
      shorten(path),
      'bad_character',
      'The text holds a control character or broken Unicode. Remove it; only newline and tab are allowed.',
    )
    return ''
  }
  return value.replaceAll('\r\n', '\n').trim().normalize('NFC')
}

// eslint-disable-next-line no-control-regex -- that is what it looks for
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

function isCleanText(value: string): boolean {
  return value.isWellFormed() && !control.test(value.replaceAll('\r\n', '\n'))
}

function report(walk: Walk, path: string, code: string, message: string): void {
  if (walk.problems.length < maxProblems) walk.problems.push({ path, code, message })
}

/** Limits a path to 200 characters, because callers could make an answer very long by their property names. */
export function shorten(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path
}
