import { presentSummary } from '../../../presenters/org/approvals.ts'
import { presentJob } from '../../../presenters/org/people.ts'
import { lockPersonOfJob, type LockedPerson } from '../../../queries/org/timelines.ts'
import { mustWait as isHeldBack } from '../../../services/approvals/gate.ts'
import { changeEmployment } from '../../../services/employment/change.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_correct_job'

/** The terms that a row of a job history should have had from its first day. */
export const handler = action('org_people_correct_job', { subject, mustWait, run })

function subject({ db }: Context<Id>, { job_id }: Input<Id>): Promise<LockedPerson | undefined> {
  return lockPersonOfJob(db, job_id)
}

function mustWait(ctx: Context<Id>, person: LockedPerson): Promise<boolean> {
  return isHeldBack(ctx, person, 'correct_job')
}

async function run(ctx: Context<Id>, input: Input<Id>, person: LockedPerson): Promise<Result<Id>> {
  const { job_id: jobId, valid_from: validFrom, ...patch } = input
  const changed = await changeEmployment(ctx, person, { change: 'correct_job', jobId, validFrom, patch })
  return {
    person_id: person.personId,
    job: presentJob(changed.job, changed.references),
    approval: presentSummary(changed.approval),
    warnings: ctx.tell(changed.warnings),
  }
}
