import { seenFields, type Tiers } from '../access/people.ts'
import type { CustomField } from '../domain/custom-fields.ts'
import type { Day } from '../domain/day.ts'
import type { KnownPerson } from '../events/payloads.ts'
import { customOf } from '../presenters/org/custom-values.ts'
import { presentPerson } from '../presenters/org/people.ts'
import { loadCustomValues } from '../queries/org/custom-values.ts'
import { listFields } from '../queries/org/fields.ts'
import type { PersonRow } from '../queries/org/people.ts'
import { loadDetails } from '../queries/org/person-details.ts'
import { loadReferences } from '../queries/org/references.ts'
import type { Context, Tools } from '../actions/context.ts'

type Shown = ReturnType<typeof presentPerson>
type Needed = Pick<Context & Tools, 'db' | 'today'>

/**
 * A person in full, as of today: what all actions answer that answer one person after a change. It loads private details
 * and values of custom fields only as far as the tiers show them.
 */
export async function showPerson(
  { db, today }: Needed,
  { row, references }: KnownPerson,
  tiers: Tiers,
): Promise<Shown> {
  const [fields, details] = await Promise.all([
    listFields(db, false),
    tiers.private ? loadDetails(db, [row.id]) : undefined,
  ])
  const values = await loadCustomValues(db, seenFields(tiers, fields), [row])
  return presentPerson(row, references, tiers, today, details?.get(row.id), customOf(fields, values))
}

/** A person as they were found, and the active custom fields. */
export interface FoundPerson {
  row: PersonRow
  fields: readonly CustomField[]
}

/** A person in full, as of the day for which the row was read. All that is still missing comes with one round trip. */
export async function showFound(
  { db, today }: Needed,
  { row, fields }: FoundPerson,
  tiers: Tiers,
  asOf: Day,
): Promise<Shown> {
  const [references, details, values] = await Promise.all([
    loadReferences(db, [row], today, [], asOf),
    tiers.private ? loadDetails(db, [row.id]) : undefined,
    loadCustomValues(db, seenFields(tiers, fields), [row]),
  ])
  return presentPerson(row, references, tiers, asOf, details?.get(row.id), customOf(fields, values))
}
