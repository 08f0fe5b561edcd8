const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Tells whether the text has the form of an id, in small letters or in capitals. */
export const isId = (text: string): boolean => uuid.test(text)

/**
 * The nil UUID, which no record ever has. A malformed id is read as this one, and a dry run shows it in place of the
 * ids of records that it did not keep.
 */
export const nilId = '00000000-0000-0000-0000-000000000000'

/**
 * Replaces each malformed id by the nil UUID, so that it gets the same `not_found` as an unknown id. That includes empty
 * ones, and texts that are too long or hold characters that no other text may have; so call it before the input is
 * validated. Ids in capitals are changed to small letters, because actions compare ids as text.
 *
 * @returns the same input, changed in place
 * @param paths where ids are in the input: `parent_id`, `unit_ids.*`
 */
export function knownIds(paths: readonly string[], input: unknown): unknown {
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
    else if (typeof value === 'string') object[k] = readId(value.trim())
  }
}

function readId(text: string): string {
  return isId(text) ? text.toLowerCase() : nilId
}
