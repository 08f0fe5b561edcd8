import { tiersOf } from '../../../access/people.ts'
import { byKey, customChanges, firstValues } from '../../../domain/custom-values.ts'
import { maxDay } from '../../../domain/day.ts'
import {
  birthdayProblems,
  dateWarnings,
  hire,
  termsProblems,
  termsWarnings,
} from '../../../domain/employment.ts'
import { jobValuesOf } from '../../../domain/job-fields.ts'
import { termsOf } from '../../../domain/job-terms.ts'
import { changedDetails, detailsAfter, noDetails } from '../../../domain/person-details.ts'
import { canonicalPhone } from '../../../domain/phone.ts'
import {
  legalEntityFor,
  managerFor,
  namesakeWarnings,
  placementProblems,
  requireFound,
} from '../../../domain/placement.ts'
import { personHired, personStarted } from '../../../events/people.ts'
import { customOf } from '../../../presenters/org/custom-values.ts'
import { presentPerson } from '../../../presenters/org/people.ts'
import { storeCustomValues } from '../../../queries/org/custom-values.ts'
import { insertHire } from '../../../queries/org/employments.ts'
import { insertDetails } from '../../../queries/org/person-details.ts'
import { loadFieldsToSet } from '../../../queries/org/fields.ts'
import { loadPlacement } from '../../../queries/org/placement.ts'
import { loadKnownPerson } from '../../../queries/org/references.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_hire'

/** Creates a person with their first job. If the input names no manager, the lead of the unit becomes the manager. */
export const handler = action('org_people_hire', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { db, vault, today } = ctx
  const values = jobValuesOf(input)
  const [placement, fields] = await Promise.all([
    loadPlacement(db, input, maxDay(input.start_date, today)),
    loadFieldsToSet(db, input.custom),
  ])
  const custom = customChanges(byKey(fields.named), input.custom, {})
  requireFound(input, placement)
  ctx.refuse([
    ...termsProblems(values, input.start_date),
    ...birthdayProblems(input.birthday, today),
    ...placementProblems(placement),
    ...custom.problems,
  ])
  const manager = managerFor(placement.manager, placement.unit, input.start_date)
  const employer = legalEntityFor(input.legal_entity_id, placement.activeLegalEntities)

  const id = ctx.newId()
  const terms = termsOf(input, manager.id, employer.id)
  const timeline = hire(terms, input.start_date, { employmentId: ctx.newId(), rowId: ctx.newId() })
  const details = detailsAfter(noDetails, input)
  const given = changedDetails(noDetails, details)
  await Promise.all([
    insertHire(db, { id, ...toPerson(input) }, timeline, ctx),
    insertDetails(db, vault, given.length > 0 ? [{ personId: id, details }] : []),
    storeCustomValues(db, vault, [{ personId: id, changes: custom.changes }], ctx.now),
  ])

  const tiers = tiersOf(ctx.caller, ctx.audience, id, false)
  const person = await loadKnownPerson(db, id, today)
  const shown = customOf(fields.active, new Map([[id, firstValues(custom.changes)]]))
  ctx.record(personHired(person, input))
  if (input.start_date <= today) ctx.record(personStarted(person))
  return {
    person: presentPerson(person.row, person.references, tiers, today, details, shown),
    manager_from_lead: manager.fromLead,
    warnings: ctx.tell([
      ...manager.warnings,
      ...employer.warnings,
      ...termsWarnings(values, input.start_date),
      ...dateWarnings(input.start_date, input.birthday, today),
      ...namesakeWarnings(placement.namesakes),
    ]),
  }
}

function toPerson(input: Input<Id>) {
  const { given_name, family_name, preferred_name = null, employee_number = null, work_email } = input
  const work_phone = input.work_phone ? canonicalPhone(input.work_phone) : null
  return { given_name, family_name, preferred_name, employee_number, work_email, work_phone }
}
