import { tiersOf } from '../../../access/people.ts'
import { decideRehire } from '../../../services/employment/rehire.ts'
import { rehireProposal } from '../../../services/approvals/proposals.ts'
import { submitChange } from '../../../services/approvals/submit.ts'
import { jobValuesOf } from '../../../domain/job-fields.ts'
import { loadKnownPerson } from '../../../queries/org/references.ts'
import { lockTimeline, type LockedTimeline } from '../../../queries/org/timelines.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'
import { showPerson } from '../../../views/person.ts'

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
    ...jobValuesOf(given),
  }
  const decided = await decideRehire(ctx, locked, { startDate, terms })
  ctx.refuse(decided.problems)
  const proposal = rehireProposal(id, { startDate, terms }, decided)
  const { approval, warnings, happenings } = await submitChange(ctx, proposal, decided)
  for (const happening of happenings) ctx.record(happening)

  const tiers = tiersOf(ctx.caller, ctx.audience, id, false)
  return {
    person: await showPerson(ctx, await loadKnownPerson(db, id, today), tiers),
    manager_from_lead: decided.managerFromLead,
    approval,
    warnings: ctx.tell([...decided.warnings, ...warnings]),
  }
}
