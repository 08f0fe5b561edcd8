import { employmentDay } from '../../../../domain/checklists.ts'
import type { Timeline } from '../../../../domain/employment.ts'
import { checklistMoved } from '../../../../events/checklists.ts'
import { getRun, lockRun, moveRuns, type RunRow } from '../../../../queries/org/checklist-runs.ts'
import { listTasksOf } from '../../../../queries/org/checklist-tasks.ts'
import { lockPerson } from '../../../../queries/org/timelines.ts'
import { movedTasks } from '../../../../services/checklists/follow.ts'
import { showRun } from '../../../../views/checklists.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_checklists_runs_reschedule'

/** Counts the open tasks of a checklist from another day, which it keeps unless that is the day of the employment. */
export const handler = action('org_checklists_runs_reschedule', { subject, run })

interface Subject {
  run: RunRow
  timeline: Timeline
}

/** The person is locked before the checklist: their employment does not move meanwhile. */
async function subject({ db }: Context<Id>, { run_id: id }: Input<Id>): Promise<Subject | undefined> {
  const found = await getRun(db, id)
  const person = found && (await lockPerson(db, found.person_id))
  const run = person && (await lockRun(db, id))
  return run && { run, timeline: person.timeline }
}

async function run(
  ctx: Context<Id>,
  { anchor_date: day }: Input<Id>,
  { run, timeline }: Subject,
): Promise<Result<Id>> {
  const { db, today } = ctx
  if (run.status !== 'open') throw ctx.fail('checklist_over', {})
  const tasks = await listTasksOf(db, run.id, today)
  // Somebody who moved it by mistake and moves it back finds it as it was.
  const employment = timeline.employments.find((one) => one.id === run.employment_id)
  const follows = employment !== undefined && employmentDay(run.kind, employment) === day
  await moveRuns(db, [{ id: run.id, anchor_date: day, follows }], movedTasks({ kind: run.kind, tasks }, day))
  if (day !== run.anchor_date) ctx.record(checklistMoved({ ...run, anchor_date: day }, run.anchor_date))
  return showRun(ctx, run.id)
}
