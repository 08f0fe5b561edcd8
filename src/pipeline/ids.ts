import type { Action } from '../generated/actions.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An id that no record ever has. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Replaces ids that cannot be any record's by one that is none's, so that a malformed id meets the same look-up and
 * gets the same not_found as an unknown one (spec gaps 1). One in capitals is brought to the form that records have:
 * handlers compare ids, and to the database both are the same.
 */
export function knownIds(action: Action, input: Record<string, unknown>): Record<string, unknown> {
  for (const path of action.ids) visit(input, path.split('.'))
  return input
}

function visit(here: unknown, [key, ...rest]: string[]): void {
  if (typeof here !== 'object' || here === null || key === undefined) return
  const keys = key === '*' ? Object.keys(here) : [key]
  const object = here as Record<string, unknown>
  for (const k of keys) {
    const value = object[k]
    if (rest.length > 0) visit(value, rest)
    else if (typeof value === 'string') object[k] = uuid.test(value) ? value.toLowerCase() : nobody
  }
}
