import { isDeepStrictEqual } from 'node:util'

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
      ([field, value]) => value !== undefined && !isDeepStrictEqual(value, record[field as keyof T]),
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
