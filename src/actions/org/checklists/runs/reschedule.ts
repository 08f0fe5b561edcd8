import { checklistMoved } from '../../../../events/checklists.ts'
import { lockRun, moveRuns, type RunRow } from '../../../../queries/org/checklist-runs.ts'
import { listTasksOf } from '../../../../queries/org/checklist-tasks.ts'
import { movedTasks } from '../../../../services/checklists/follow.ts'
import { showRun } from '../../../../views/checklists.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_checklists_runs_reschedule'

/** Counts the open tasks of a checklist from another day, which it keeps. */
export const handler = action('org_checklists_runs_reschedule', {
  subject: ({ db }, { run_id: id }) => lockRun(db, id),
  run,
})

async function run(ctx: Context<Id>, { anchor_date: day }: Input<Id>, run: RunRow): Promise<Result<Id>> {
  const { db, today } = ctx
  if (run.status !== 'open') throw ctx.fail('checklist_over', {})
  const tasks = await listTasksOf(db, run.id, today)
  await moveRuns(
    db,
    [{ id: run.id, anchor_date: day, follows: false }],
    movedTasks({ kind: run.kind, tasks }, day),
  )
  if (day !== run.anchor_date) ctx.record(checklistMoved({ ...run, anchor_date: day }, run.anchor_date))
  return showRun(ctx, run.id)
}
