import { endProblems, mayPropose } from '../../../access/approvals.ts'
import { presentSummary } from '../../../presenters/org/approvals.ts'
import { presentJob } from '../../../presenters/org/people.ts'
import { lockOfReport, mustWait as isHeldBack, type OfReport } from '../../../services/approvals/gate.ts'
import { changeEmployment } from '../../../services/employment/change.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_terminate'

/** Sets, moves or takes back the last day of an employment. */
export const handler = action('org_people_terminate', {
  subject: (ctx, { person_id: id }: Input<Id>) => lockOfReport(ctx, id),
  authorize,
  mustWait,
  run,
})

/** Taking an end back closes no login. */
function authorize({ caller, audience, refuse }: Context<Id>, subject: OfReport, input: Input<Id>): void {
  const { above, person } = subject
  refuse(mayPropose(caller, audience, above, person.rules.termination))
  if (input.last_day !== null) refuse(endProblems(caller, { id: input.person_id, role: person.role }))
}

function mustWait(ctx: Context<Id>, { person }: OfReport): Promise<boolean> {
  return isHeldBack(ctx, person, 'terminate')
}

async function run(ctx: Context<Id>, input: Input<Id>, { person }: OfReport): Promise<Result<Id>> {
  const { person_id, last_day: lastDay, type, reason } = input
  const changed = await changeEmployment(ctx, person, { change: 'terminate', lastDay, type, reason })
  return {
    person_id,
    job: presentJob(changed.job, changed.references),
    change: changed.made.change,
    approval: presentSummary(changed.approval),
    warnings: ctx.tell(changed.warnings),
  }
}
