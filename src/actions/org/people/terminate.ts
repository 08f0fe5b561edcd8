import { mayPropose } from '../../../access/approvals.ts'
import { decideTermination } from '../../../changes/termination.ts'
import { presentJob } from '../../../presenters/org/people.ts'
import { loadReferences } from '../../../queries/org/references.ts'
import { isAbove } from '../../../queries/org/reporting-line.ts'
import { lockTimeline, type LockedTimeline } from '../../../queries/org/timelines.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_terminate'

interface Subject {
  locked: LockedTimeline
  /** Whether the caller is above this person on the reporting line today. */
  above: boolean
}

/** Sets, moves or takes back the last day of an employment. */
export const handler = action('org_people_terminate', { subject, authorize, run })

async function subject(
  { db, caller, audience, today }: Context<Id>,
  { person_id: personId }: Input<Id>,
): Promise<Subject | undefined> {
  const asManager = audience === 'me' && caller.personId !== null
  const locked = await lockTimeline(db, personId)
  const above = asManager && (await isAbove(db, caller.personId as string, personId, today))
  return locked && { locked, above }
}

function authorize({ caller, audience, refuse }: Context<Id>, { above }: Subject): void {
  refuse(mayPropose(caller, audience, above, 'off'))
}

async function run(ctx: Context<Id>, input: Input<Id>, { locked }: Subject): Promise<Result<Id>> {
  const { person_id, last_day: lastDay, type, reason } = input
  const { problems, warnings, after, change, apply } = await decideTermination(ctx, locked, {
    lastDay,
    type,
    reason,
  })
  ctx.refuse(problems)
  for (const happening of await apply()) ctx.record(happening)
  const references = await loadReferences(ctx.db, [], ctx.today, [after!])
  return { person_id, job: presentJob(after!, references), change, approval: null, warnings }
}
