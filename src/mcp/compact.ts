import { isDeepStrictEqual } from 'node:util'
import { isObject, type Params } from './jsonrpc.ts'

/**
 * A value as assistants read it: properties that are null or empty (`""`, `[]`, `{}`) are left out, because each of them
 * takes room in the conversation. `false` and 0 stay, and so do all items of lists.
 *
 * @param value what JSON can hold; what would be written as something else, such as a `StreamedList`, is refused
 */
export function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact)
  if (!isObject(value)) return value
  if (typeof value['toJSON'] === 'function') throw new Error('this value is not written as it stands')
  return withoutEmpty(Object.entries(value).map(([name, one]) => [name, compact(one)]))
}

/** An object of those properties that are not empty. */
export function withoutEmpty(properties: [name: string, value: unknown][]): Record<string, unknown> {
  return Object.fromEntries(properties.filter(([, value]) => !isEmpty(value)))
}

/** Tells whether a value says nothing. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/**
 * A record whose lists do not tell again what it tells itself: a task of a checklist leaves out the checklist (`run`), and
 * whom it is about (`person`).
 *
 * @param record a compact one; whatever has no id stays as it is
 */
export function toldOnce(record: unknown): unknown {
  if (!isObject(record) || !('id' in record)) return record
  const lists = Object.entries(record).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  )
  const shorter = lists.map(([name, list]) => [name, list.map((item) => withoutTold(item, record))])
  return { ...record, ...Object.fromEntries(shorter) }
}

function withoutTold(item: unknown, record: Params): unknown {
  if (!isObject(item)) return item
  return Object.fromEntries(Object.entries(item).filter(([name, value]) => !isTold(name, value, record)))
}

/** Tells whether a value is a record that the one around it names alike, or that record itself in short. */
function isTold(name: string, value: unknown, record: Params): boolean {
  if (!isObject(value) || !('id' in value)) return false
  return isDeepStrictEqual(value, record[name]) || isPart(value, record)
}

const isPart = (value: Params, record: Params): boolean =>
  Object.entries(value).every(([name, one]) => isDeepStrictEqual(one, record[name]))
