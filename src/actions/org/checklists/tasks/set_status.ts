import { taskReader } from '../../../../access/checklists.ts'
import { taskDays, taskRights } from '../../../../domain/checklists.ts'
import { taskResolved } from '../../../../events/checklists.ts'
import { getTask, resolveTask, updateTask } from '../../../../queries/org/checklist-tasks.ts'
import { loadPeople } from '../../../../queries/org/references.ts'
import { lockTaskStillSeen, type LockedTask } from '../../../../services/checklists/seen-task.ts'
import { settleAfterTask } from '../../../../services/checklists/settle.ts'
import { showTask } from '../../../../views/checklists.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_checklists_tasks_set_status'

/** Marks a task as done, skips it, or opens it again. */
export const handler = action('org_checklists_tasks_set_status', {
  subject: (ctx, { task_id: id }) => lockTaskStillSeen(ctx, id),
  authorize: (ctx, { task }) => {
    if (task.run_status === 'cancelled') return
    if (!taskRights(task, taskReader(ctx.caller, ctx.audience)).tick) throw ctx.fail('task_of_others', {})
  },
  run,
})

async function run(
  ctx: Context<Id>,
  { status, reason }: Input<Id>,
  { task: before, run }: LockedTask,
): Promise<Result<Id>> {
  const { db, now, today, caller } = ctx
  if (before.run_status === 'cancelled') throw ctx.fail('checklist_is_cancelled', { field: 'task_id' })
  if (status === 'skipped' && reason === undefined) throw ctx.fail('skip_needs_reason', {})
  if (status !== 'skipped' && reason !== undefined) throw ctx.fail('reason_only_to_skip', {})
  if (status === before.status && (status !== 'skipped' || reason === before.skip_reason))
    return showTask(ctx, before)
  if (status !== 'open' && before.status !== 'open' && status !== before.status)
    throw ctx.fail('task_not_open', {})
  const by = status === 'open' ? null : caller.personId
  await resolveTask(db, before.id, { status, by, reason: reason ?? null }, now)
  // The checklist may have moved while the task was done, which then kept its day.
  const days = taskDays(before.kind, before.anchor_date, before)
  if (status === 'open' && days.due_date !== before.due_date)
    await updateTask(db, before.id, { ...before, ...days })
  const settled = await settleAfterTask(ctx, run, { from: before.status, to: status })
  const [after, people] = await Promise.all([
    getTask(db, before.id, today),
    loadPeople(db, [before.person_id], today),
  ])
  const personName = people.get(before.person_id)!.name
  ctx.record(taskResolved(before, after!, { run: settled.run, personName }))
  for (const domainEvent of settled.told(personName)) ctx.record(domainEvent)
  return showTask(ctx, after!)
}
