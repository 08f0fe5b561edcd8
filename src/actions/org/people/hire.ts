import { positionReader } from '../../../access/positions.ts'
import { tiersOf } from '../../../access/people.ts'
import { byKey, customChanges, firstValues } from '../../../domain/custom-values.ts'
import { maxDay } from '../../../domain/day.ts'
import { birthdayProblems, birthdayWarnings, noTimeline } from '../../../domain/employment.ts'
import { newTermsOf } from '../../../domain/job-terms.ts'
import { changedDetails, detailsAfter, noDetails } from '../../../domain/person-details.ts'
import { personValuesIn } from '../../../domain/person-fields.ts'
import { fillProblems } from '../../../domain/positions.ts'
import { namesakeWarnings, requireFound, takenProblems } from '../../../domain/placement.ts'
import type { DomainEvent } from '../../../events/domain-event.ts'
import { customOf } from '../../../presenters/org/custom-values.ts'
import { presentPosition } from '../../../presenters/org/positions.ts'
import { presentPerson } from '../../../presenters/org/people.ts'
import { storeCustomValues } from '../../../queries/org/custom-values.ts'
import { insertDetails } from '../../../queries/org/person-details.ts'
import { loadFieldsToSet } from '../../../queries/org/fields.ts'
import { loadPlacement } from '../../../queries/org/placement.ts'
import { loadKnownPerson } from '../../../queries/org/references.ts'
import { followEmployments } from '../../../services/checklists/follow.ts'
import { fillPosition, lockWanted, withPosition } from '../../../services/positions/fill.ts'
import { decideHire, hireEvents, writeHires } from '../../../services/employment/hire.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_hire'

/** Creates a person with their first job. If the input names no manager, the lead of the unit becomes the manager. */
export const handler = action('org_people_hire', { run })

async function run(ctx: Context<Id>, given: Input<Id>): Promise<Result<Id>> {
  const { db, today } = ctx
  const position = await lockWanted(ctx, given.position_id)
  const input = position ? await withPosition(ctx, given, position) : given
  const { start_date: startDate, birthday } = input
  const [placement, fields] = await Promise.all([
    loadPlacement(db, input, maxDay(startDate, today)),
    loadFieldsToSet(db, input.custom),
  ])
  const custom = customChanges(byKey(fields.named), input.custom, {})
  requireFound(input, placement)
  const decided = decideHire(ctx, {
    startDate,
    terms: newTermsOf(input),
    places: placement,
    joined: placement.unit,
    activeEntities: placement.activeLegalEntities,
  })
  ctx.refuse([
    ...decided.problems,
    ...birthdayProblems(birthday, today),
    ...takenProblems(placement),
    ...custom.problems,
    ...(position ? fillProblems(position.status) : []),
  ])

  const id = ctx.newId()
  const details = detailsAfter(noDetails, input)
  const changed = changedDetails(noDetails, details)
  await writeHires(ctx, [{ person: { id, ...personValuesIn(input) }, timeline: decided.timeline }])
  await Promise.all([
    insertDetails(db, changed.length > 0 ? [{ personId: id, details }] : []),
    storeCustomValues(db, [{ personId: id, changes: custom.changes }], ctx.now),
  ])

  const tiers = tiersOf(ctx.caller, ctx.audience, id, false)
  const person = await loadKnownPerson(db, id, today)
  const shown = customOf(fields.active, new Map([[id, firstValues(custom.changes)]]))
  for (const domainEvent of hireEvents(person, input, today)) ctx.record(domainEvent)
  const filled =
    position &&
    (await fillPosition(ctx, position, {
      personId: id,
      employmentId: decided.timeline.employments[0]!.id,
    }))
  const followed = await followEmployments(ctx, [
    { person: { id, name: person.row.name }, before: noTimeline, after: decided.timeline },
  ])
  for (const domainEvent of followed.domainEvents as DomainEvent<'checklist.started'>[])
    ctx.record(domainEvent)
  return {
    person: presentPerson(person.row, person.references, tiers, today, details, shown),
    manager_from_lead: decided.managerFromLead,
    position: filled ? presentPosition(filled, positionReader(ctx.caller, ctx.audience), today) : null,
    checklists_started: followed.started,
    warnings: ctx.tell([
      ...decided.warnings,
      ...birthdayWarnings(startDate, birthday),
      ...namesakeWarnings(placement.namesakes),
    ]),
  }
}
