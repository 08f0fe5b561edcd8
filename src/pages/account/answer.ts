import { erasedPerson } from '../../domain/erased.ts'
import type { Language } from '../language.ts'
import { nameOfErased } from '../texts/erased.ts'

/**
 * Reads the JSON of an answer for a page, which calls everybody who was erased in its own language: wherever others refer to
 * them, and in sentences of the log.
 */
export function readAnswer(json: string, language: Language): unknown {
  const name = nameOfErased[language]
  // Most answers name nobody who was erased, and are read at once.
  if (name === erasedPerson || !json.includes(erasedPerson)) return JSON.parse(json)
  return JSON.parse(json, (key, value: unknown) => {
    if (value === erasedPerson && isName(key)) return name
    return key === 'summary' && typeof value === 'string' ? value.replaceAll(erasedPerson, name) : value
  })
}

/** Names of people are in a property of that name, or in a list of names. */
const isName = (key: string): boolean => /(^|_)name$|^\d+$/.test(key)
