import { createHash } from 'node:crypto'
import type { Json } from '../model.ts'

/** Nobody reads longer texts in a list, such as a pattern with all time zones. */
const maxLength = 1000

/** A value in words, on one line, for messages and the list of accepted breaks. */
export function words(value: Json | undefined): string {
  if (value === undefined) return 'none'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(words).join(', ')
  return typeof value === 'string' ? shortened(value.replaceAll('\n', ' ')) : JSON.stringify(value)
}

/** The beginning of a long text, and what tells it from others that begin so. */
function shortened(text: string): string {
  if (text.length <= maxLength) return text
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return `${text.slice(0, 40)}… (${text.length} characters, ${hash})`
}

/** The types of a schema in words. */
export function typesInWords(types: string[]): string {
  return types.length === 0 ? 'any' : types.join(' or ')
}

/** `was` and `is` of something that was removed. */
export const there = { was: 'there', is: 'gone' }
