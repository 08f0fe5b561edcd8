import { decideRemoval } from '../../../services/employment/job.ts'
import { applyChange } from '../../../services/approvals/submit.ts'
import { presentJob } from '../../../presenters/org/people.ts'
import { getMode } from '../../../queries/org/approval-settings.ts'
import { lockTimelineOfJob, type LockedTimeline } from '../../../queries/org/timelines.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_remove_job'

/** Takes back a scheduled row, or the rehire that begins with it. */
export const handler = action('org_people_remove_job', { subject, run })

function subject({ db }: Context<Id>, { job_id }: Input<Id>): Promise<LockedTimeline | undefined> {
  return lockTimelineOfJob(db, job_id)
}

async function run(ctx: Context<Id>, { job_id }: Input<Id>, locked: LockedTimeline): Promise<Result<Id>> {
  const own = ctx.caller.personId === locked.personId
  // Taking a row back asks for no approval, and could undo what others have approved about the caller.
  if (own && (await getMode(ctx.db, 'job_change')) !== 'off') throw ctx.fail('own_job_removal', {})
  const decided = await decideRemoval(ctx, locked, job_id)
  ctx.refuse(decided.problems)
  const { personId } = locked
  const { warnings, happenings } = await applyChange(ctx, { personId, kind: 'job_change' }, decided)
  for (const happening of happenings) ctx.record(happening)
  return {
    person_id: personId,
    job: presentJob(decided.after!, await decided.names()),
    approval: null,
    warnings: ctx.tell([...decided.warnings, ...warnings]),
  }
}
