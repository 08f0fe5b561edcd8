import { mayPropose } from '../../../access/approvals.ts'
import { presentSummary } from '../../../presenters/org/approvals.ts'
import { presentJob } from '../../../presenters/org/people.ts'
import { isAbove } from '../../../queries/org/reporting-line.ts'
import { lockPerson, type LockedPerson } from '../../../queries/org/timelines.ts'
import { mustWait as isHeldBack } from '../../../services/approvals/gate.ts'
import { changeEmployment } from '../../../services/employment/change.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_change_job'

interface Subject {
  person: LockedPerson
  /** Tells that the caller is above this person on the reporting line today. */
  above: boolean
}

/** Other terms of a job from a day on. */
export const handler = action('org_people_change_job', { subject, authorize, mustWait, run })

async function subject(
  { db, caller, audience, today }: Context<Id>,
  { person_id: personId }: Input<Id>,
): Promise<Subject | undefined> {
  const person = await lockPerson(db, personId)
  const managerId = audience === 'me' ? caller.personId : null
  const above = managerId !== null && (await isAbove(db, managerId, personId, today))
  return person && { person, above }
}

function authorize({ caller, audience, refuse }: Context<Id>, { above, person }: Subject): void {
  refuse(mayPropose(caller, audience, above, person.rules.job_change))
}

function mustWait(ctx: Context<Id>, { person }: Subject): Promise<boolean> {
  return isHeldBack(ctx, person, 'change_job')
}

async function run(ctx: Context<Id>, input: Input<Id>, { person }: Subject): Promise<Result<Id>> {
  const { person_id, effective_date: effectiveDate, reason, ...patch } = input
  const changed = await changeEmployment(ctx, person, { change: 'change_job', effectiveDate, reason, patch })
  return {
    person_id,
    job: presentJob(changed.job, changed.references),
    approval: presentSummary(changed.approval),
    warnings: ctx.tell(changed.warnings),
  }
}
