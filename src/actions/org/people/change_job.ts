import { mayPropose } from '../../../access/approvals.ts'
import { decideJobChange } from '../../../services/employment/job.ts'
import { jobChangeProposal } from '../../../services/approvals/proposals.ts'
import { submitChange } from '../../../services/approvals/submit.ts'
import type { Mode } from '../../../domain/approvals.ts'
import { presentJob } from '../../../presenters/org/people.ts'
import { getMode } from '../../../queries/org/approval-settings.ts'
import { isAbove } from '../../../queries/org/reporting-line.ts'
import { lockTimeline, type LockedTimeline } from '../../../queries/org/timelines.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_change_job'

interface Subject {
  locked: LockedTimeline
  /** Whether the caller is above this person on the reporting line today. */
  above: boolean
  mode: Mode
}

/** Other terms of a job from a day on. */
export const handler = action('org_people_change_job', { subject, authorize, run })

async function subject(
  { db, caller, audience, today }: Context<Id>,
  { person_id: personId }: Input<Id>,
): Promise<Subject | undefined> {
  const asManager = audience === 'me' && caller.personId !== null
  const [locked, mode] = await Promise.all([lockTimeline(db, personId), getMode(db, 'job_change')])
  const above = asManager && (await isAbove(db, caller.personId as string, personId, today))
  return locked && { locked, above, mode }
}

function authorize({ caller, audience, refuse }: Context<Id>, { above, mode }: Subject): void {
  refuse(mayPropose(caller, audience, above, mode))
}

async function run(ctx: Context<Id>, input: Input<Id>, { locked, mode }: Subject): Promise<Result<Id>> {
  const { person_id, effective_date: effectiveDate, reason, ...patch } = input
  const change = { effectiveDate, reason, patch }
  const decided = await decideJobChange(ctx, locked, change)
  ctx.refuse(decided.problems)
  const proposal = jobChangeProposal(person_id, change, decided)
  const { applied, approval, warnings, happenings } = await submitChange(ctx, proposal, decided, mode)
  for (const happening of happenings) ctx.record(happening)
  const job = applied ? decided.after! : decided.before!
  return {
    person_id,
    job: presentJob(job, await decided.names()),
    approval,
    warnings: ctx.tell([...decided.warnings, ...warnings]),
  }
}
