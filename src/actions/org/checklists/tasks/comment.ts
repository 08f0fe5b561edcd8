import { commentProblems } from '../../../../domain/checklists.ts'
import { problem } from '../../../../errors.ts'
import { taskCommented } from '../../../../events/checklists.ts'
import { getTask, insertComment } from '../../../../queries/org/checklist-tasks.ts'
import { lockTask, type LockedTask } from '../../../../services/checklists/seen-task.ts'
import { showTask } from '../../../../views/checklists.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_checklists_tasks_comment'

/** A remark on a task, by whoever sees it. */
export const handler = action('org_checklists_tasks_comment', {
  subject: (ctx, { task_id: id }) => lockTask(ctx, id),
  run,
})

async function run(ctx: Context<Id>, { text }: Input<Id>, { task }: LockedTask): Promise<Result<Id>> {
  ctx.refuse([
    ...(task.run_status === 'cancelled' ? [problem('checklist_is_cancelled', { field: 'task_id' })] : []),
    ...commentProblems(task.comments, text),
  ])
  await insertComment(
    ctx.db,
    { id: ctx.newId(), taskId: task.id, author: ctx.caller.personId, text },
    ctx.now,
  )
  ctx.record(taskCommented(task))
  return showTask(ctx, (await getTask(ctx.db, task.id, ctx.today))!)
}
