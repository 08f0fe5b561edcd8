import { getRun } from '../../../../queries/org/checklist-runs.ts'
import { showRun } from '../../../../views/checklists.ts'
import { action } from '../../../action.ts'

/** One checklist with its tasks. */
export const handler = action('org_checklists_runs_get', {
  subject: ({ db }, { run_id: id }) => getRun(db, id),
  run: (ctx, { run_id: id }) => showRun(ctx, id),
})
