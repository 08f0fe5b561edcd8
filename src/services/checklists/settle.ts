import { runStatus } from '../../domain/checklists.ts'
import { checklistCompleted } from '../../events/checklists.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { getRun, settleRun, type RunRow } from '../../queries/org/checklist-runs.ts'
import type { ChangeContext } from '../change-context.ts'

/**
 * Completes a locked checklist whose last open task was resolved, or opens it again, after one of its tasks was written.
 *
 * @returns the checklist as it is now
 */
export async function settleAfterTask(
  { db, now }: Pick<ChangeContext, 'db' | 'now'>,
  { id, status }: RunRow,
): Promise<{ run: RunRow; completed: (personName: string) => DomainEvent<'checklist.completed'>[] }> {
  const counted = (await getRun(db, id))!
  const next = runStatus(counted)
  if (next === status) return { run: counted, completed: () => [] }
  await settleRun(db, id, next, now)
  const run = { ...counted, status: next }
  return {
    run,
    completed: (personName) => (next === 'completed' ? [checklistCompleted({ run, personName })] : []),
  }
}
