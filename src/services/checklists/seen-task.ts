import { taskReader } from '../../access/checklists.ts'
import { seesTask } from '../../domain/checklists.ts'
import { notFound } from '../../errors.ts'
import { lockRunOfTask, type RunRow } from '../../queries/org/checklist-runs.ts'
import { getTask, type TaskRow } from '../../queries/org/checklist-tasks.ts'
import type { Proposing } from '../change-context.ts'

type Reading = Pick<Proposing, 'db' | 'caller' | 'audience' | 'today'>

/** A task that this reader sees; undefined when they do not. */
export async function findSeenTask(
  { db, caller, audience, today }: Reading,
  id: string,
): Promise<TaskRow | undefined> {
  const task = await getTask(db, id, today)
  return task && seesTask(task, taskReader(caller, audience), today) ? task : undefined
}

/** A task that its reader sees, and its checklist, which is locked until the transaction ends. */
export interface LockedTask {
  task: TaskRow
  run: RunRow
}

/** Locks the checklist of a task that the caller sees; undefined when they do not. */
export async function lockTask(ctx: Reading, id: string): Promise<LockedTask | undefined> {
  const run = await lockRunOfTask(ctx.db, id)
  const task = run && (await findSeenTask(ctx, id))
  return task && { task, run }
}

/**
 * As `lockTask`, but a task that the caller does not see any more is not found by a retry either: as undefined, it
 * would count as deleted, and the retry would get the stored answer. A task that was given away is another matter:
 * who gave it away may not see it since, and gets the answer to that.
 *
 * @throws ApiError not_found
 */
export async function lockTaskStillSeen(ctx: Reading, id: string): Promise<LockedTask | undefined> {
  const run = await lockRunOfTask(ctx.db, id)
  if (!run) return undefined
  const task = await findSeenTask(ctx, id)
  if (!task) throw notFound('task_id', 'checklist_task')
  return { task, run }
}
