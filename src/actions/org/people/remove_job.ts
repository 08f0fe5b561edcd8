import { presentJob } from '../../../presenters/org/people.ts'
import { lockPersonOfJob, type LockedPerson } from '../../../queries/org/timelines.ts'
import { changeEmployment } from '../../../services/employment/change.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_remove_job'

/** Takes back a scheduled row, or the rehire that begins with it. */
export const handler = action('org_people_remove_job', { subject, run })

function subject({ db }: Context<Id>, { job_id }: Input<Id>): Promise<LockedPerson | undefined> {
  return lockPersonOfJob(db, job_id)
}

async function run(
  ctx: Context<Id>,
  { job_id: jobId }: Input<Id>,
  person: LockedPerson,
): Promise<Result<Id>> {
  const { personId, rules } = person
  // Taking a row back asks for no approval, and could undo what others have approved about the caller.
  if (ctx.caller.personId === personId && rules.job_change !== 'off') throw ctx.fail('own_job_removal', {})
  const changed = await changeEmployment(ctx, person, { change: 'remove_job', jobId })
  return {
    person_id: personId,
    job: presentJob(changed.job, changed.references),
    approval: null,
    warnings: ctx.tell(changed.warnings),
  }
}
