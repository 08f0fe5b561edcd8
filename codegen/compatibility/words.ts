import type { Json } from '../model.ts'

/** A value in words, on one line, for messages and the list of accepted breaks. */
export function words(value: Json | undefined): string {
  if (value === undefined) return 'none'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(words).join(', ')
  return typeof value === 'string' ? value.replaceAll('\n', ' ') : JSON.stringify(value)
}

/** The types of a schema in words. */
export function typesInWords(types: string[]): string {
  return types.length === 0 ? 'any' : types.join(' or ')
}

/** `was` and `is` of something that was removed. */
export const there = { was: 'there', is: 'gone' }
