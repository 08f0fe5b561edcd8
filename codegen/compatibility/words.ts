import type { Json } from '../model.ts'

/** Values in words, as messages and the list of accepted breaks show them. One line each. */
export function words(value: Json | undefined): string {
  if (value === undefined) return 'none'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(words).join(', ')
  return typeof value === 'string' ? value.replaceAll('\n', ' ') : JSON.stringify(value)
}

export function typesInWords(types: string[]): string {
  return types.length === 0 ? 'any' : types.join(' or ')
}

export const there = { was: 'there', is: 'gone' }
