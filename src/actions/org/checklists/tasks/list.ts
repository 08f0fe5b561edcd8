import { taskReader } from '../../../../access/checklists.ts'
import { seesTask } from '../../../../domain/checklists.ts'
import { notFound } from '../../../../errors.ts'
import { getRun } from '../../../../queries/org/checklist-runs.ts'
import {
  listOwnTasks,
  listTasksBy,
  listTasksOf,
  type TaskRow,
} from '../../../../queries/org/checklist-tasks.ts'
import { recordExists } from '../../../../queries/existence.ts'
import { findSeenTask } from '../../../../services/checklists/seen-task.ts'
import { showTasks } from '../../../../views/checklists.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_checklists_tasks_list'

/** Tasks that the caller does, or those of one checklist. */
export const handler = action('org_checklists_tasks_list', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { run_id: runId, task_id: taskId, after } = input
  if (taskId !== undefined) return showTasks(ctx, await oneTask(ctx, taskId, input))
  const { scope = runId === undefined ? 'mine' : 'run' } = input
  if (scope === 'mine' && runId !== undefined) throw ctx.fail('run_without_scope', {})
  if (scope === 'run' && runId === undefined) throw ctx.fail('scope_without_run', {})
  const last = after === undefined ? undefined : await findSeenTask(ctx, after)
  if (after !== undefined && !last) throw notFound('after', 'checklist_task')
  const rows = runId === undefined ? await ownTasks(ctx, input, last) : await tasksOf(ctx, runId, input, last)
  return showTasks(ctx, rows)
}

/** A task by its id, which the caller must see: nothing, when it is not what else was asked for. */
async function oneTask(ctx: Context<Id>, id: string, input: Input<Id>): Promise<TaskRow[]> {
  const task = await findSeenTask(ctx, id)
  if (!task) throw notFound('task_id', 'checklist_task')
  return [task].filter(
    (one) => (input.run_id === undefined || one.run_id === input.run_id) && chosenBy(input)(one),
  )
}

/** The conditions of the status, the last day and the assignee that were asked for. */
const chosenBy =
  ({ status = 'all', due_before: dueBefore, assignee_id: assigneeId }: Input<Id>) =>
  (task: TaskRow): boolean =>
    (status === 'all' || task.status === status) &&
    (dueBefore === undefined || task.due_date < dueBefore) &&
    (assigneeId === undefined || task.assignee_person_id === assigneeId)

/** The tasks that the caller does, or somebody else whom they may ask for. */
async function ownTasks(
  ctx: Context<Id>,
  { status = 'open', due_before: dueBefore, assignee_id: assigneeId, limit }: Input<Id>,
  after: TaskRow | undefined,
): Promise<TaskRow[]> {
  const { db, today, caller, audience } = ctx
  const reader = taskReader(caller, audience)
  const filter = { status: status === 'all' ? undefined : status, dueBefore, after, limit }
  if (assigneeId !== undefined && assigneeId !== reader.personId && !reader.hr)
    throw ctx.fail('assignee_needs_hr', {})
  if (assigneeId === undefined || !reader.hr) return listOwnTasks(db, reader, filter, today)
  const [isKnown, rows] = await Promise.all([
    recordExists(db, 'person', assigneeId),
    listTasksBy(db, assigneeId, filter, today),
  ])
  if (!isKnown) throw notFound('assignee_id', 'person')
  return rows
}

/** The tasks of a checklist that the caller sees. Who sees none does not learn that there is one. */
async function tasksOf(
  { db, today, caller, audience }: Context<Id>,
  runId: string,
  input: Input<Id>,
  after: TaskRow | undefined,
): Promise<TaskRow[]> {
  const reader = taskReader(caller, audience)
  const [run, all] = await Promise.all([getRun(db, runId), listTasksOf(db, runId, today)])
  const seen = all.filter((task) => seesTask(task, reader, today))
  if (!run || (seen.length === 0 && !reader.hr)) throw notFound('run_id', 'checklist_run')
  const place = after ? seen.findIndex(({ id }) => id === after.id) : -1
  return seen
    .slice(place + 1)
    .filter(chosenBy(input))
    .slice(0, input.limit)
}
