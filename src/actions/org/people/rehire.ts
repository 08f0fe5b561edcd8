import { tiersOf } from '../../../access/people.ts'
import { jobValuesOf } from '../../../domain/job-fields.ts'
import { presentSummary } from '../../../presenters/org/approvals.ts'
import { loadKnownPerson } from '../../../queries/org/references.ts'
import { lockPerson, type LockedPerson } from '../../../queries/org/timelines.ts'
import { mustWait as isHeldBack } from '../../../services/approvals/gate.ts'
import { changeEmployment } from '../../../services/employment/change.ts'
import { showPerson } from '../../../views/person.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_rehire'

/** Another employment of somebody who has left, or will have by then. */
export const handler = action('org_people_rehire', { needs: ['vault'], subject, mustWait, run })

function subject({ db }: Context<Id>, { person_id }: Input<Id>): Promise<LockedPerson | undefined> {
  return lockPerson(db, person_id)
}

function mustWait(ctx: Context<Id>, person: LockedPerson): Promise<boolean> {
  return isHeldBack(ctx, person, 'rehire')
}

async function run(ctx: Context<Id, 'vault'>, input: Input<Id>, locked: LockedPerson): Promise<Result<Id>> {
  const { person_id: id, start_date: startDate, ...given } = input
  const terms = {
    ...given,
    unit_id: given.unit_id ?? null,
    location_id: given.location_id ?? null,
    ...jobValuesOf(given),
  }
  const changed = await changeEmployment(ctx, locked, { change: 'rehire', startDate, terms })
  const person = changed.person ?? (await loadKnownPerson(ctx.db, id, ctx.today))
  return {
    person: await showPerson(ctx, person, tiersOf(ctx.caller, ctx.audience, id, false)),
    manager_from_lead: changed.made.managerFromLead,
    approval: presentSummary(changed.approval),
    warnings: ctx.tell(changed.warnings),
  }
}
