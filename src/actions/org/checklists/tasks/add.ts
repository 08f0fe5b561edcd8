import { mostTasks, offsetFrom, taskDays } from '../../../../domain/checklists.ts'
import { problem } from '../../../../errors.ts'
import { checklistReopened, taskAdded } from '../../../../events/checklists.ts'
import { insertTasks, lockRun, type RunRow } from '../../../../queries/org/checklist-runs.ts'
import { getTask } from '../../../../queries/org/checklist-tasks.ts'
import { loadPeople } from '../../../../queries/org/references.ts'
import { judgeAssignees, resolveAssignee } from '../../../../services/checklists/assignees.ts'
import { settleAfterTask } from '../../../../services/checklists/settle.ts'
import { showTask } from '../../../../views/checklists.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_checklists_tasks_add'

/** A task of one checklist alone. */
export const handler = action('org_checklists_tasks_add', {
  subject: ({ db }, { run_id: id }) => lockRun(db, id),
  run,
})

async function run(ctx: Context<Id>, input: Input<Id>, run: RunRow): Promise<Result<Id>> {
  const { db, now, today } = ctx
  const { assignee, visible_days = null, description = null, link_url = null } = input
  const { offset, problems } = offsetFrom(run.anchor_date, input)
  const wrong = await judgeAssignees(ctx, [{ field: 'assignee.person_id', assignee }])
  ctx.refuse([
    ...(run.status === 'cancelled' ? [problem('checklist_is_cancelled', { field: 'run_id' })] : []),
    ...(run.total >= mostTasks ? [problem('too_many_tasks', { count: run.total })] : []),
    ...problems,
    ...(offset === undefined ? [problem('due_missing', {})] : []),
    ...wrong,
  ])
  const id = ctx.newId()
  const days = { offset_days: offset!, visible_days }
  await insertTasks(db, [
    {
      ...{ id, run_id: run.id, key: null, place: run.total, title: input.title, description, link_url },
      ...days,
      ...taskDays(run.kind, run.anchor_date, days),
      ...(await resolveAssignee(ctx, assignee, run.person_id)),
      created_at: now,
    },
  ])
  const settled = await settleAfterTask(ctx, run, { from: null, to: 'open' })
  const task = (await getTask(db, id, today))!
  ctx.record(taskAdded(task))
  if (settled.run.status !== run.status) {
    const people = await loadPeople(db, [run.person_id], today)
    ctx.record(checklistReopened({ run: settled.run, personName: people.get(run.person_id)!.name }))
  }
  return showTask(ctx, task)
}
