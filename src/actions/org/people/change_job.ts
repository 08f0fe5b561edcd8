import { mayPropose } from '../../../access/approvals.ts'
import { presentSummary } from '../../../presenters/org/approvals.ts'
import { presentJob } from '../../../presenters/org/people.ts'
import { lockOfReport, mustWait as isHeldBack, type OfReport } from '../../../services/approvals/gate.ts'
import { changeEmployment } from '../../../services/employment/change.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_change_job'

/** Other terms of a job from a day on. */
export const handler = action('org_people_change_job', {
  subject: (ctx, { person_id: id }: Input<Id>) => lockOfReport(ctx, id),
  authorize,
  mustWait,
  run,
})

function authorize({ caller, audience, refuse }: Context<Id>, { above, person }: OfReport): void {
  refuse(mayPropose(caller, audience, above, person.rules.job_change))
}

function mustWait(ctx: Context<Id>, { person }: OfReport): Promise<boolean> {
  return isHeldBack(ctx, person, 'change_job')
}

async function run(ctx: Context<Id>, input: Input<Id>, { person }: OfReport): Promise<Result<Id>> {
  const { person_id, effective_date: effectiveDate, reason, ...patch } = input
  const changed = await changeEmployment(ctx, person, { change: 'change_job', effectiveDate, reason, patch })
  return {
    person_id,
    job: presentJob(changed.job, changed.references),
    approval: presentSummary(changed.approval),
    warnings: ctx.tell(changed.warnings),
  }
}
