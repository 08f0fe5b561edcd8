/**
 * What an update changes, field by field, as the activity log keeps it. Fields that `after` leaves out stay as they
 * are, and so do those that are given the value they had.
 */
export function changesOf<T extends object>(
  before: T,
  after: { [K in keyof T]?: T[K] | undefined },
): { field: string; before: unknown; after: unknown }[] {
  return (Object.keys(after) as (keyof T & string)[])
    .filter((field) => after[field] !== undefined && after[field] !== before[field])
    .map((field) => ({ field, before: before[field], after: after[field] }))
}
