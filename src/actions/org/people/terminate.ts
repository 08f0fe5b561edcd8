import { endProblems, mayPropose } from '../../../access/approvals.ts'
import { decideTermination } from '../../../services/employment/termination.ts'
import { terminationProposal } from '../../../services/approvals/proposals.ts'
import { submitChange } from '../../../services/approvals/submit.ts'
import type { Mode } from '../../../domain/approvals.ts'
import type { Role } from '../../../domain/caller.ts'
import { presentJob } from '../../../presenters/org/people.ts'
import { getMode } from '../../../queries/org/approval-settings.ts'
import { getProposer } from '../../../queries/org/approvers.ts'
import { isAbove } from '../../../queries/org/reporting-line.ts'
import { lockTimeline, type LockedTimeline } from '../../../queries/org/timelines.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_terminate'

interface Subject {
  locked: LockedTimeline
  /** Whether the caller is above this person on the reporting line today. */
  above: boolean
  mode: Mode
  /** The role of the login that belongs to the person; null for none. */
  ofRole: Role | null
}

/** Sets, moves or takes back the last day of an employment. */
export const handler = action('org_people_terminate', { subject, authorize, run })

async function subject(
  { db, caller, audience, today }: Context<Id>,
  { person_id: personId }: Input<Id>,
): Promise<Subject | undefined> {
  const asManager = audience === 'me' && caller.personId !== null
  const [locked, mode, { ofRole }] = await Promise.all([
    lockTimeline(db, personId),
    getMode(db, 'termination'),
    getProposer(db, caller.membershipId, personId),
  ])
  const above = asManager && (await isAbove(db, caller.personId as string, personId, today))
  return locked && { locked, above, mode, ofRole }
}

/** Taking an end back closes no login. */
function authorize({ caller, audience, refuse }: Context<Id>, subject: Subject, input: Input<Id>): void {
  const { above, mode, ofRole } = subject
  refuse(mayPropose(caller, audience, above, mode))
  if (input.last_day !== null) refuse(endProblems(caller, { id: input.person_id, role: ofRole }))
}

async function run(ctx: Context<Id>, input: Input<Id>, { locked, mode }: Subject): Promise<Result<Id>> {
  const { person_id, last_day: lastDay, type, reason } = input
  const end = { lastDay, type, reason }
  const decided = await decideTermination(ctx, locked, end)
  ctx.refuse(decided.problems)
  const proposal = terminationProposal(person_id, end, decided)
  const { applied, approval, warnings, happenings } = await submitChange(ctx, proposal, decided, mode)
  for (const happening of happenings) ctx.record(happening)
  const job = applied ? decided.after! : decided.before
  return {
    person_id,
    job: presentJob(job, await decided.names()),
    change: decided.change,
    approval,
    warnings: ctx.tell([...decided.warnings, ...warnings]),
  }
}
