import { offsetFrom, taskDays } from '../../../../domain/checklists.ts'
import { problem } from '../../../../errors.ts'
import { taskChanged } from '../../../../events/checklists.ts'
import {
  getTask,
  updateTask,
  type TaskFields,
  type TaskRow,
} from '../../../../queries/org/checklist-tasks.ts'
import { judgeAssignees, resolveAssignee } from '../../../../services/checklists/assignees.ts'
import { lockTask } from '../../../../services/checklists/seen-task.ts'
import { showTask } from '../../../../views/checklists.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_checklists_tasks_update'

/** Changes an open task of one checklist. */
export const handler = action('org_checklists_tasks_update', {
  subject: (ctx, { task_id: id }) => lockTask(ctx, id),
  run,
})

async function run(
  ctx: Context<Id>,
  input: Input<Id>,
  { task: before }: { task: TaskRow },
): Promise<Result<Id>> {
  const { db, today } = ctx
  const { task_id: id, assignee } = input
  const { offset, problems } = offsetFrom(before.anchor_date, input)
  const wrong = assignee ? await judgeAssignees(ctx, [{ field: 'assignee.person_id', assignee }]) : []
  ctx.refuse([
    ...(before.run_status === 'cancelled' ? [problem('checklist_is_cancelled', { field: 'task_id' })] : []),
    ...(before.status === 'open' ? [] : [problem('task_not_open', {})]),
    ...problems,
    ...wrong,
  ])
  const days = {
    offset_days: offset ?? before.offset_days,
    visible_days: input.visible_days === undefined ? before.visible_days : input.visible_days,
  }
  const fields: TaskFields = {
    title: input.title ?? before.title,
    description: input.description === undefined ? before.description : input.description,
    link_url: input.link_url === undefined ? before.link_url : input.link_url,
    ...days,
    ...taskDays(before.kind, before.anchor_date, days),
    ...(assignee ? await resolveAssignee(ctx, assignee, before.person_id) : assigneeOfRow(before)),
  }
  const changed = (Object.keys(fields) as (keyof TaskFields)[]).filter(
    (field) => fields[field] !== before[field],
  )
  if (changed.length === 0) return showTask(ctx, before)
  await updateTask(db, id, fields)
  const after = (await getTask(db, id, today))!
  ctx.record(taskChanged(before, after, namesOf(changed)))
  return showTask(ctx, after)
}

const assigneeOfRow = ({ assignee_type, assignee_person_id, manager_missing }: TaskRow) => ({
  assignee_type,
  assignee_person_id,
  manager_missing,
})

/** The fields as callers call them; what follows from others is not named. */
const namesOf = (changed: readonly (keyof TaskFields)[]): string[] => {
  const isAssignee = (field: string) => field.startsWith('assignee') || field === 'manager_missing'
  const names = changed
    .filter((field) => field !== 'offset_days' && field !== 'visible_from')
    .map((field) => (isAssignee(field) ? 'assignee' : field))
  return [...new Set(names)]
}
