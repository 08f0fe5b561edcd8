import { decideCorrection } from '../../../services/employment/job.ts'
import { correctionProposal } from '../../../services/approvals/proposals.ts'
import { submitChange } from '../../../services/approvals/submit.ts'
import { presentJob } from '../../../presenters/org/people.ts'
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
  const correction = { jobId, validFrom, patch }
  const decided = await decideCorrection(ctx, locked, correction)
  ctx.refuse(decided.problems)
  const { personId } = locked
  const proposal = correctionProposal(personId, correction, decided)
  const { applied, approval, warnings, happenings } = await submitChange(ctx, proposal, decided)
  for (const happening of happenings) ctx.record(happening)
  const job = applied ? decided.after! : decided.before!
  return {
    person_id: personId,
    job: presentJob(job, await decided.names()),
    approval,
    warnings: ctx.tell([...decided.warnings, ...warnings]),
  }
}
