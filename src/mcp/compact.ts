import { isObject } from './jsonrpc.ts'

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
