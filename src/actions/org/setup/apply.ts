import { apply } from '../../../services/bulk/apply.ts'
import { withPath } from '../../../services/bulk/input.ts'
import { LeftOut, lostField, nothingLeftOut } from '../../../services/bulk/left-out.ts'
import { plan, type Plan } from '../../../services/bulk/plan.ts'
import { setupApplied } from '../../../events/imports.ts'
import type { Mistaken } from '../../../validation/validate.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_setup_apply'

/** Locations, units and people by name and e-mail: what exists is changed, what is missing is created, or nothing at all. */
export const handler = action('org_setup_apply', { judge, run })

const placeOf = (index: number) => ({ path: `people[${index}]` })
const label = (index: number) => placeOf(index).path

const planOf = (ctx: Context<Id>, input: Partial<Input<Id>>, leftOut: LeftOut): Promise<Plan> => {
  const { locations = [], units = [], people = [] } = input
  return plan(ctx, { locations, units, people, leftOut, makesTeams: false, label })
}

async function judge(ctx: Context<Id>, { mistakes, left, sent }: Mistaken) {
  const leftOut = new LeftOut(
    mistakes.flatMap((one) => lostField(one) ?? []),
    sent,
  )
  return (await planOf(ctx, left as Partial<Input<Id>>, leftOut)).problems.map(withPath)
}

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const decided = await planOf(ctx, input, nothingLeftOut)
  ctx.refuse(decided.problems.map(withPath))
  const done = await apply(ctx, decided, setupApplied, input.start_checklists)
  for (const domainEvent of done.domainEvents) ctx.record(domainEvent)
  // No teams are made here.
  const notes = [
    ...done.warnings.flatMap(({ index, warning }) =>
      warning.code === 'team_like_another' ? [] : ctx.tell([warning], placeOf(index)),
    ),
    ...ctx.tell(done.notStarted),
  ]
  return {
    created: done.created,
    updated: done.updated,
    warnings: notes.map(({ message }) => message),
    notes,
    team_lead_managers: done.teamLeadManagers,
  }
}
