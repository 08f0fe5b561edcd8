import { runStatus, type TaskStatus } from '../../domain/checklists.ts'
import { checklistCompleted, checklistReopened } from '../../events/checklists.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { settleRun, type RunRow } from '../../queries/org/checklist-runs.ts'
import type { ChangeContext } from '../change-context.ts'

/** A task that is new, or has another state. */
export interface TaskChange {
  from: TaskStatus | null
  to: TaskStatus
}

/**
 * Completes a locked checklist whose last open task was resolved, or opens it again, after one of its tasks was written.
 *
 * @param before the checklist as it was when it was locked
 * @returns the checklist as it is now
 */
export async function settleAfterTask(
  { db, now }: Pick<ChangeContext, 'db' | 'now'>,
  before: RunRow,
  { from, to }: TaskChange,
): Promise<{
  run: RunRow
  told: (personName: string) => DomainEvent<'checklist.completed' | 'checklist.reopened'>[]
}> {
  const moved = (status: TaskStatus): number => Number(to === status) - Number(from === status)
  const counts = {
    done: before.done + moved('done'),
    skipped: before.skipped + moved('skipped'),
    total: before.total + Number(from === null),
  }
  const status = runStatus(counts)
  const run: RunRow = { ...before, ...counts, status }
  if (status === before.status) return { run, told: () => [] }
  await settleRun(db, before.id, status, now)
  return {
    run,
    told: (personName) => [
      (status === 'completed' ? checklistCompleted : checklistReopened)({ run, personName }),
    ],
  }
}
