/** One field of a record, before and after. */
export type FieldChange = { field: string; before: unknown; after: unknown }

/**
 * What a change really changes: of the values given, those that differ from the record's. Left out (undefined)
 * means keep, null means clear. Empty = nothing to write and nothing to record.
 */
export const changedFields = <T extends object>(
  record: T,
  given: { [K in keyof T]?: T[K] | undefined },
): Partial<T> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => value !== undefined && !same(value, record[field as keyof T]),
    ),
  ) as Partial<T>

/** The same, field by field, for the activity log. */
export const asChanges = <T extends object>(record: T, changed: Partial<T>): FieldChange[] =>
  Object.entries(changed).map(([field, after]) => ({ field, before: record[field as keyof T], after }))

/** Both steps at once, where a change is written as it was given. */
export const changesOf = <T extends object>(
  record: T,
  given: { [K in keyof T]?: T[K] | undefined },
): FieldChange[] => asChanges(record, changedFields(record, given))

/** Whether two JSON values say the same, whatever the order of properties. */
const same = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key as keyof typeof a], b[key as keyof typeof b]))
  )
}
