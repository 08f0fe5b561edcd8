/** One field of a record, before and after. */
export type FieldChange = { field: string; before: unknown; after: unknown }

/**
 * Of the values given, those that differ from the record's. Left out (undefined) means keep, null means clear. When the
 * result is empty, there is nothing to write and nothing to record.
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

/** Changed fields with their values before and after, for the activity log. */
export const asChanges = <T extends object>(record: T, changed: Partial<T>): FieldChange[] =>
  Object.entries(changed).map(([field, after]) => ({ field, before: record[field as keyof T], after }))

/** `changedFields` and `asChanges` in one step. */
export const changesOf = <T extends object>(
  record: T,
  given: { [K in keyof T]?: T[K] | undefined },
): FieldChange[] => asChanges(record, changedFields(record, given))

/** Tells whether two JSON values are equal; the order of properties does not matter. */
export const same = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key as keyof typeof a], b[key as keyof typeof b]))
  )
}
