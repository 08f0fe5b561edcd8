import { taskReader } from '../../../../access/checklists.ts'
import { isOwn } from '../../../../domain/checklists.ts'
import { problem } from '../../../../errors.ts'
import { taskReassigned } from '../../../../events/checklists.ts'
import { getTask, updateTask } from '../../../../queries/org/checklist-tasks.ts'
import { judgeAssignees, resolveAssignee } from '../../../../services/checklists/assignees.ts'
import { lockTask, type LockedTask } from '../../../../services/checklists/seen-task.ts'
import { showTask } from '../../../../views/checklists.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_checklists_tasks_reassign'

/** Gives an open task to somebody else. */
export const handler = action('org_checklists_tasks_reassign', {
  subject: (ctx, { task_id: id }) => lockTask(ctx, id),
  authorize: (ctx, { task }) => {
    const reader = taskReader(ctx.caller, ctx.audience)
    if (!reader.hr && !isOwn(task, reader)) throw ctx.fail('task_of_others', {})
  },
  run,
})

async function run(
  ctx: Context<Id>,
  { assignee }: Input<Id>,
  { task: before }: LockedTask,
): Promise<Result<Id>> {
  const { db, today } = ctx
  const wrong = await judgeAssignees(ctx, [{ field: 'assignee.person_id', assignee }])
  ctx.refuse([
    ...(before.run_status === 'cancelled' ? [problem('checklist_is_cancelled', { field: 'task_id' })] : []),
    ...(before.status === 'open' ? [] : [problem('task_not_open', {})]),
    ...wrong,
  ])
  const given = await resolveAssignee(ctx, assignee, before.person_id)
  await updateTask(db, before.id, { ...before, ...given })
  const after = (await getTask(db, before.id, today))!
  if (after.assignee_person_id !== before.assignee_person_id || after.assignee_type !== before.assignee_type)
    ctx.record(taskReassigned(before, after))
  // Whoever gave it away sees what they did, even if they do not see the task any more.
  return showTask(ctx, after)
}
