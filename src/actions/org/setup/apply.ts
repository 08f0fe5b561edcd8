import { apply } from '../../../services/bulk/apply.ts'
import { plan } from '../../../services/bulk/plan.ts'
import { setupApplied } from '../../../events/imports.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_setup_apply'

/** Locations, units and people by name and e-mail: what exists is changed, what is missing is created, or nothing at all. */
export const handler = action('org_setup_apply', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { locations = [], units = [], people = [] } = input
  const placeOf = (index: number) => ({ path: `people[${index}]` })
  const decided = await plan(ctx, {
    locations,
    units,
    people,
    makesTeams: false,
    label: (index) => placeOf(index).path,
  })
  ctx.refuse(decided.problems)
  const done = await apply(ctx, decided, setupApplied)
  for (const happening of done.happenings) ctx.record(happening)
  const notes = done.warnings.flatMap(({ index, warning }) => ctx.tell([warning], placeOf(index)))
  return {
    created: done.created,
    updated: done.updated,
    warnings: notes.map(({ message }) => message),
    notes,
    team_lead_managers: done.teamLeadManagers,
  }
}
