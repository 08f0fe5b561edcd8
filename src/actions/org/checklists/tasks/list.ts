import { taskReader } from '../../../../access/checklists.ts'
import { seesTask } from '../../../../domain/checklists.ts'
import { notFound } from '../../../../errors.ts'
import { getRun } from '../../../../queries/org/checklist-runs.ts'
import { listOwnTasks, listTasksOf, type TaskRow } from '../../../../queries/org/checklist-tasks.ts'
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

/** The condition of the status and the last day that were asked for. */
const chosenBy =
  ({ status = 'all', due_before: dueBefore }: Input<Id>) =>
  (task: TaskRow): boolean =>
    (status === 'all' || task.status === status) && (dueBefore === undefined || task.due_date < dueBefore)

const ownTasks = (
  { db, today, caller, audience }: Context<Id>,
  { status = 'open', due_before: dueBefore, limit }: Input<Id>,
  after: TaskRow | undefined,
): Promise<TaskRow[]> =>
  listOwnTasks(
    db,
    taskReader(caller, audience),
    { status: status === 'all' ? undefined : status, dueBefore, after, limit },
    today,
  )

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
