import { tiersOf } from '../../../access/people.ts'
import { forbidden, notFound } from '../../../errors.ts'
import type { Handler } from '../../action.ts'
import { presentPerson } from '../../../presenters/org/people.ts'
import { getPerson, getPersonDetails } from '../../../queries/org/people.ts'
import { loadReferences } from '../../../queries/org/references.ts'
import { isAbove } from '../../../queries/org/reporting-line.ts'

/** One person at the tiers that this caller may see (spec gaps 2 and 3). */
export const handler: Handler<'org_people_get'> = async (ctx, input) => {
  const { db, caller, audience, today } = ctx
  const asOf = input.as_of ?? today
  const asManager = audience === 'me' && caller.personId !== null
  const [row, above] = await Promise.all([
    getPerson(db, input.person_id, asOf),
    asManager ? isAbove(db, caller.personId as string, input.person_id, today) : false,
  ])
  if (!row) throw notFound('person_id', 'person')
  const tiers = tiersOf(caller, audience, row.id, above)
  if (asOf > today && !tiers.job)
    throw forbidden(
      'You may see this person today or on a past day: leave out as_of, or give an earlier day.',
    )

  const [references, details] = await Promise.all([
    loadReferences(db, [row], today),
    tiers.private ? getPersonDetails(db, row.id) : undefined,
  ])
  return presentPerson(row, references, tiers, asOf, details)
}
