import { presentJob } from '../../../presenters/org/people.ts'
import { lockPersonOfJob, type LockedPerson } from '../../../queries/org/timelines.ts'
import { changeEmployment } from '../../../services/employment/change.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_remove_job'

/** Takes back a scheduled row, or the rehire that begins with it, or a row that changes nothing. */
export const handler = action('org_people_remove_job', { subject, authorize, run })

function subject({ db }: Context<Id>, { job_id }: Input<Id>): Promise<LockedPerson | undefined> {
  return lockPersonOfJob(db, job_id)
}

/** Taking a row back asks for no approval, and could undo what others have approved about the caller. */
function authorize({ caller, fail }: Context<Id>, { personId, rules }: LockedPerson): void {
  if (caller.personId === personId && rules.job_change !== 'off') throw fail('own_job_removal', {})
}

async function run(
  ctx: Context<Id>,
  { job_id: jobId }: Input<Id>,
  person: LockedPerson,
): Promise<Result<Id>> {
  const changed = await changeEmployment(ctx, person, { change: 'remove_job', jobId })
  return {
    person_id: person.personId,
    job: presentJob(changed.job, changed.references),
    approval: null,
    warnings: ctx.tell(changed.warnings),
  }
}
