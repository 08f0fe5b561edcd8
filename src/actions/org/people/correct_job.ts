import { decideCorrection } from '../../../changes/job.ts'
import { presentJob } from '../../../presenters/org/people.ts'
import { loadReferences } from '../../../queries/org/references.ts'
import { lockTimelineOfJob, type LockedTimeline } from '../../../queries/org/timelines.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_correct_job'

/** What a row of a job history should have said from its first day. */
export const handler = action('org_people_correct_job', { subject, run })

function subject({ db }: Context<Id>, { job_id }: Input<Id>): Promise<LockedTimeline | undefined> {
  return lockTimelineOfJob(db, job_id)
}

async function run(ctx: Context<Id>, input: Input<Id>, locked: LockedTimeline): Promise<Result<Id>> {
  const { job_id: jobId, valid_from: validFrom, ...patch } = input
  const { problems, warnings, after, apply } = await decideCorrection(ctx, locked, {
    jobId,
    validFrom,
    patch,
  })
  ctx.refuse(problems)
  for (const happening of await apply()) ctx.record(happening)
  const references = await loadReferences(ctx.db, [], ctx.today, [after!])
  return { person_id: locked.personId, job: presentJob(after!, references), approval: null, warnings }
}
