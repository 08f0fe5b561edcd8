import { seenFields, type Tiers } from '../access/people.ts'
import type { KnownPerson } from '../events/facts.ts'
import { customOf } from '../presenters/org/custom-values.ts'
import { presentPerson } from '../presenters/org/people.ts'
import { loadCustomValues } from '../queries/org/custom-values.ts'
import { listFields } from '../queries/org/fields.ts'
import { loadDetails } from '../queries/org/person-details.ts'
import type { Context } from './context.ts'

/**
 * A person in full, as of today: what all actions answer that answer one person. It loads private details and values of
 * custom fields only as far as the tiers show them.
 */
export async function showPerson(
  { db, vault, today }: Pick<Context, 'db' | 'vault' | 'today'>,
  { row, references }: KnownPerson,
  tiers: Tiers,
): Promise<ReturnType<typeof presentPerson>> {
  const [fields, details] = await Promise.all([
    listFields(db, false),
    tiers.private ? loadDetails(db, vault, [row.id]) : undefined,
  ])
  const values = await loadCustomValues(db, vault, seenFields(tiers, fields), [row])
  return presentPerson(row, references, tiers, today, details?.get(row.id), customOf(fields, values))
}
