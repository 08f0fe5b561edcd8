import type { FieldShape } from '../../generated/forms.ts'

/** The values of a form, as the input of its action: what was typed where it cannot be read. */
export type Values = Readonly<Record<string, unknown>>

/** The path of a property within another value, as errors name it: `people[0].title`. */
export const pathOf = (around: string, name: string): string => (around === '' ? name : `${around}.${name}`)

/** The path of an entry of a list. */
export const entryOf = (list: string, index: number): string => `${list}[${index}]`

/** The property of the object in which the value at a path is: of `tasks[0].assignee.type` it is `assignee`. */
export const withinOf = (path: string): string | undefined => /([^.[\]]+)(?:\[\d+\])?\.[^.]+$/.exec(path)?.[1]

/** The id of the field of a value in the page. */
export const idOf = (path: string): string => `f-${path}`

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Tells whether there is anything in a value: the parts of an address may all be empty. */
export const isFilled = (value: unknown): boolean =>
  isObject(value)
    ? Object.values(value).some(isFilled)
    : Array.isArray(value)
      ? value.length > 0
      : value !== undefined && value !== null

/** The value at a path: `people[0].title`. */
export const valueAt = (values: Values, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], values)

/** A place of an input: a field with its path and its value. */
export interface Place {
  path: string
  field: FieldShape
  value: unknown
}

/** All places of an input, also within objects and the entries of lists. */
export function placesOf(fields: readonly FieldShape[], values: Values, around = ''): Place[] {
  return fields.flatMap((field) => placesAt(field, values[field.name], pathOf(around, field.name)))
}

function placesAt(field: FieldShape, value: unknown, path: string): Place[] {
  const here = { path, field, value }
  if (field.kind === 'object') return [here, ...placesOf(field.fields, isObject(value) ? value : {}, path)]
  if (field.kind !== 'list' || !Array.isArray(value)) return [here]
  return [here, ...value.flatMap((one, index) => placesAt(field.item, one, entryOf(path, index)))]
}

/**
 * The part of the values that differs from those before. What was emptied is cleared. An object of which parts may stay is
 * compared part by part; one that may be null is replaced as a whole.
 *
 * @param before what the form has shown, by property
 */
export function changesOf(fields: readonly FieldShape[], values: Values, before: Values): Values {
  const changed = fields.flatMap((field): [string, unknown][] => {
    const { name } = field
    const [now, was] = [values[name], before[name]]
    if (field.required || !Object.hasOwn(before, name)) return now === undefined ? [] : [[name, now]]
    if (same(now, was)) return []
    if (field.kind === 'object' && !field.nullable && isObject(was)) {
      const parts = changesOf(field.fields, isObject(now) ? now : {}, was)
      return Object.keys(parts).length > 0 ? [[name, parts]] : []
    }
    const value = now === undefined ? emptied(field) : now
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(changed)
}

function emptied(field: FieldShape): unknown {
  if (field.nullable) return null
  if (field.kind === 'list') return []
  return field.kind === 'text' || field.kind === 'lines' ? '' : undefined
}

/** Values that mean the same: nothing is null, no text and no list; an object without values is nothing, too. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

function plain(value: unknown): unknown {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return undefined
  if (Array.isArray(value)) return value.map(plain)
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([key, one]) => {
    const kept = plain(one)
    return kept === undefined ? [] : [[key, kept] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) : undefined
}
