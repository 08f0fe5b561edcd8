import { problem, type Problem } from '../errors.ts'
import type { CustomField, FieldType } from './custom-fields.ts'
import { isDay } from './day.ts'
import { nameKey } from './folding.ts'
import { fieldTypeTexts } from '../texts/input.ts'

/** The rules of the values that people have in custom fields. They know nothing of requests, and work for many people. */

/** A value: a text, one of the options, or a day as text; a number; true or false. Files are no values. */
export type CustomValue = string | number | boolean

/** The values of one person, by the id of the field. What is not here has no value. */
export type ValuesOfPerson = Readonly<Record<string, CustomValue>>

/** One value that a person gets, or loses (null). */
export interface CustomChange {
  field: CustomField
  value: CustomValue | null
}

type ValueProblem = Problem<
  | 'custom_field_unknown'
  | 'custom_field_archived'
  | 'custom_value_wrong_type'
  | 'custom_value_no_option'
  | 'custom_number_inexact'
  | 'custom_file_takes_no_value'
>

/** Fields by their keys, for `customChanges`. */
export const byKey = (fields: readonly CustomField[]): ReadonlyMap<string, CustomField> =>
  new Map(fields.map((field) => [field.key, field]))

/**
 * Decides the changes that a map of values makes for a person, and the problems with it. Left out means keep, null
 * clears. A value that the person has already is no change.
 *
 * @param fields by key, archived ones included; at least those that `given` names
 * @param given as a caller sent it, undefined for nothing
 * @param before the values of the person; empty for a new one
 * @param path where the map is in the input, such as `people[3].custom`
 * @param unseen the fields whose values the caller may not see: what is given there always counts as a change, so that
 *   nobody finds out a value by trying
 */
export function customChanges(
  fields: ReadonlyMap<string, CustomField>,
  given: Readonly<Record<string, unknown>> | undefined,
  before: ValuesOfPerson,
  path = 'custom',
  unseen: readonly CustomField[] = [],
): { problems: ValueProblem[]; changes: CustomChange[] } {
  const problems: ValueProblem[] = []
  const changes: CustomChange[] = []
  // At most 30 of them, and a select has at most 50 options.
  for (const [key, raw] of Object.entries(given ?? {})) {
    if (raw === undefined) continue
    const field = fields.get(key)
    const place = `${path}.${key}`
    const read = readValue(field, raw, place)
    if ('problem' in read) problems.push(read.problem)
    else if (field && (unseen.includes(field) || read.value !== (before[field.id] ?? null)))
      changes.push({ field, value: read.value })
  }
  return { problems, changes }
}

/** The values of a new person, whom these changes gave their first ones. */
export const firstValues = (changes: readonly CustomChange[]): ValuesOfPerson =>
  Object.fromEntries(changes.flatMap(({ field, value }) => (value === null ? [] : [[field.id, value]])))

type Read = { value: CustomValue | null } | { problem: ValueProblem }

function readValue(field: CustomField | undefined, raw: unknown, place: string): Read {
  if (!field) return { problem: problem('custom_field_unknown', { field: place }) }
  if (field.archived)
    return { problem: problem('custom_field_archived', { field: place, record_id: field.id }) }
  if (raw === null) return { value: null }
  switch (field.type) {
    case 'file':
      return { problem: problem('custom_file_takes_no_value', { field: place }) }
    case 'boolean':
      return typeof raw === 'boolean' ? { value: raw } : wrongType(field.type, place)
    case 'number':
      return readNumber(raw, place)
    case 'date':
      return typeof raw === 'string' && isDay(raw.trim())
        ? { value: raw.trim() }
        : wrongType(field.type, place)
    case 'text':
      return readText(raw, place)
    case 'select':
      return readOption(field.options, raw, place)
  }
}

const wrongType = (type: Exclude<FieldType, 'file'>, place: string): Read => ({
  problem: problem('custom_value_wrong_type', { field: place, expected: fieldTypeTexts[type]() }),
})

export const longestText = 2000

function readText(raw: unknown, place: string): Read {
  const text = typeof raw === 'string' ? raw.trim().normalize('NFC') : ''
  return text === '' || Array.from(text).length > longestText ? wrongType('text', place) : { value: text }
}

/** An option is found whatever the case and the number of spaces, and the value is the option as it is spelled. */
function readOption(options: readonly string[], raw: unknown, place: string): Read {
  if (typeof raw !== 'string') return wrongType('select', place)
  const key = nameKey(raw)
  const option = options.find((one) => nameKey(one) === key)
  return option === undefined
    ? { problem: problem('custom_value_no_option', { field: place }) }
    : { value: option }
}

function readNumber(raw: unknown, place: string): Read {
  if (typeof raw !== 'number' || !Number.isFinite(raw)) return wrongType('number', place)
  if (!isExact(raw)) return { problem: problem('custom_number_inexact', { field: place }) }
  // Zero has a sign in JavaScript, and -0 is no other value than 0.
  return { value: raw === 0 ? 0 : raw }
}

/**
 * The number of decimal digits that a number of JSON always keeps: with up to 15 digits, before and after the point
 * together, what was written comes back unchanged. With more, a double may be another number than the one that was
 * written.
 */
const exactDigits = 15

function isExact(number: number): boolean {
  const [digits, exponent] = Math.abs(number).toExponential().split('e') as [string, string]
  const significant = digits.replace('.', '').length
  const whole = Math.max(0, Number(exponent) + 1)
  const decimals = Math.max(0, significant - 1 - Number(exponent))
  return whole + decimals <= exactDigits
}
