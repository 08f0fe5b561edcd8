const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isId = (text: string): boolean => uuid.test(text)

/** An id that no record ever has: what a malformed id is read as, and what a dry run answers for a new record's. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Replaces ids that cannot be any record's by one that is no record's, so that a malformed id meets the same look-up and
 * gets the same not_found as an unknown one. An id in capitals is brought to the form that records have: actions compare
 * ids, and to the database both forms are the same.
 *
 * @param paths where ids are in the input: `parent_id`, `unit_ids.*`
 */
export function knownIds(paths: readonly string[], input: Record<string, unknown>): Record<string, unknown> {
  for (const path of paths) visit(input, path.split('.'))
  return input
}

function visit(here: unknown, [key, ...rest]: string[]): void {
  if (typeof here !== 'object' || here === null || key === undefined) return
  const keys = key === '*' ? Object.keys(here) : [key]
  const object = here as Record<string, unknown>
  for (const k of keys) {
    const value = object[k]
    if (rest.length > 0) visit(value, rest)
    else if (typeof value === 'string') object[k] = isId(value) ? value.toLowerCase() : nobody
  }
}
