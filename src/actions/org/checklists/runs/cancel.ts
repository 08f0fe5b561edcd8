import { checklistCancelled } from '../../../../events/checklists.ts'
import { cancelRuns, lockRun, type RunRow } from '../../../../queries/org/checklist-runs.ts'
import { loadPeople } from '../../../../queries/org/references.ts'
import { showRun } from '../../../../views/checklists.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_checklists_runs_cancel'

/** Ends a checklist for good. Nothing is deleted. */
export const handler = action('org_checklists_runs_cancel', {
  subject: ({ db }, { run_id: id }) => lockRun(db, id),
  run,
})

async function run(ctx: Context<Id>, _input: Input<Id>, run: RunRow): Promise<Result<Id>> {
  const { db, now, today } = ctx
  if (run.status !== 'open') throw ctx.fail('checklist_over', {})
  await cancelRuns(db, [run.id], now)
  const personName = (await loadPeople(db, [run.person_id], today)).get(run.person_id)!.name
  ctx.record(checklistCancelled({ run: { ...run, status: 'cancelled' }, personName }))
  return showRun(ctx, run.id)
}
