import { tiersOf } from '../../../access/people.ts'
import { decideRehire } from '../../../changes/rehire.ts'
import { presentPerson } from '../../../presenters/org/people.ts'
import { getPersonDetails } from '../../../queries/org/people.ts'
import { loadKnownPerson } from '../../../queries/org/references.ts'
import { lockTimeline, type LockedTimeline } from '../../../queries/org/timelines.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_rehire'

/** Another employment of somebody who has left, or will have by then. */
export const handler = action('org_people_rehire', { subject, run })

function subject({ db }: Context<Id>, { person_id }: Input<Id>): Promise<LockedTimeline | undefined> {
  return lockTimeline(db, person_id)
}

async function run(ctx: Context<Id>, input: Input<Id>, locked: LockedTimeline): Promise<Result<Id>> {
  const { db, today } = ctx
  const { person_id: id, start_date: startDate, ...given } = input
  const terms = {
    ...given,
    unit_id: given.unit_id ?? null,
    location_id: given.location_id ?? null,
    contract_end_date: given.contract_end_date ?? null,
    probation_end_date: given.probation_end_date ?? null,
    weekly_hours: given.weekly_hours ?? null,
    notice_period_days: given.notice_period_days ?? null,
  }
  const { problems, warnings, managerFromLead, apply } = await decideRehire(ctx, locked, { startDate, terms })
  ctx.refuse(problems)
  for (const happening of await apply()) ctx.record(happening)

  const tiers = tiersOf(ctx.caller, ctx.audience, id, false)
  const [{ row, references }, visible] = await Promise.all([
    loadKnownPerson(db, id, today),
    tiers.private ? getPersonDetails(db, id) : undefined,
  ])
  return {
    person: presentPerson(row, references, tiers, today, visible),
    manager_from_lead: managerFromLead,
    approval: null,
    warnings,
  }
}
