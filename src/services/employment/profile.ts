import { changedFields } from '../../domain/changes.ts'
import type { CustomChange } from '../../domain/custom-values.ts'
import {
  changedDetails,
  detailsAfter,
  givenDetails,
  noDetails,
  payrollFields,
  type DetailsInput,
} from '../../domain/person-details.ts'
import {
  personValuesIn,
  type PersonField,
  type PersonInput,
  type PersonValues,
} from '../../domain/person-fields.ts'
import type { KnownPerson } from '../../events/payloads.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { personUpdated } from '../../events/people.ts'
import { storeCustomValues } from '../../queries/org/custom-values.ts'
import type { PersonRow } from '../../queries/org/people.ts'
import { loadDetails, saveDetails } from '../../queries/org/person-details.ts'
import { updateProfile } from '../../queries/org/profiles.ts'
import { loadKnownPerson } from '../../queries/org/references.ts'
import type { ChangeContext } from '../change-context.ts'

/** The values that an input gives of a person. What is left out stays. */
export type ProfileInput = PersonInput &
  DetailsInput & {
    /** Checked already: only values that differ. */
    custom?: readonly CustomChange[] | undefined
  }

/** The person after the change, and what to record; undefined when nothing differs. */
export interface ChangedProfile {
  person: KnownPerson
  domainEvent: DomainEvent<'person.updated'> | undefined
}

/**
 * Changes the fields of a person whose values differ. A change of payroll details leaves a notice for the person and for HR.
 *
 * Whether a value differs is told by the answer and the log. So for a caller who may not see private details, all that are
 * given count as changed: otherwise one could find them out by trying, with dry runs even without a trace.
 *
 * @param before the person, locked
 */
export async function changeProfile(
  scope: ChangeContext,
  before: PersonRow,
  given: ProfileInput,
  { seesDetails }: { seesDetails: boolean },
): Promise<ChangedProfile> {
  const { db, now, today } = scope
  const named = givenDetails(given)
  const stored = named.length > 0 ? await loadDetails(db, [before.id]) : undefined
  const known = stored && (stored.get(before.id) ?? noDetails)
  const details = known && detailsAfter(known, given)
  const hidden = known && details && seesDetails ? changedDetails(known, details) : named
  const changed = changedFields<PersonValues>(before, personValuesIn(given))
  const fields = Object.keys(changed) as PersonField[]
  const { custom = [] } = given
  if (fields.length + hidden.length + custom.length === 0)
    return { person: await loadKnownPerson(db, before.id, today), domainEvent: undefined }

  const payroll = hidden.filter((name) => (payrollFields as readonly string[]).includes(name))
  const payrollChangedAt = payroll.length > 0 ? now : undefined
  await Promise.all([
    updateProfile(db, before, changed, now),
    storeCustomValues(db, [{ personId: before.id, changes: custom }], now),
    details && hidden.length > 0 && saveDetails(db, [{ personId: before.id, details, payrollChangedAt }]),
  ])
  const person = await loadKnownPerson(db, before.id, today)
  const said = [...fields, ...namesOf(custom.filter(({ field }) => field.tier !== 'private'))]
  const unsaid = [...hidden, ...namesOf(custom.filter(({ field }) => field.tier === 'private'))]
  return { person, domainEvent: personUpdated(person, said, unsaid, payroll) }
}

const namesOf = (custom: readonly CustomChange[]) => custom.map(({ field }) => `custom.${field.key}`)
