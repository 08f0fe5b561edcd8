import { assigneeOf, taskDays, type ChecklistKind, type TemplateTask } from '../../domain/checklists.ts'
import type { Day } from '../../domain/day.ts'
import { checklistStarted } from '../../events/checklists.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { insertRuns, type NewRun, type NewTask } from '../../queries/org/checklist-runs.ts'
import type { ChangeContext } from '../change-context.ts'

/** A checklist that is to start. */
export interface Start {
  template: { id: string; name: string; kind: ChecklistKind; tasks: readonly TemplateTask[] }
  person: { id: string; name: string }
  /** The manager, who does what is for them. */
  managerId: string | null
  employmentId: string | null
  anchor: Day
  /** It moves with the first or the last day of the employment. */
  follows: boolean
  /** The person of the member who starts it. */
  startedBy: string | null
}

/**
 * Starts checklists: decides who does each task, and when. A template has at most 40 tasks.
 *
 * @returns the new checklists, in the order of the starts
 */
export async function startChecklists(
  { db, now, newId }: Pick<ChangeContext, 'db' | 'now' | 'newId'>,
  starts: readonly Start[],
): Promise<{ runs: { id: string; name: string }[]; domainEvents: DomainEvent<'checklist.started'>[] }> {
  const runs = starts.map((start): NewRun => ({
    id: newId(),
    template_id: start.template.id,
    name: start.template.name,
    kind: start.template.kind,
    person_id: start.person.id,
    employment_id: start.employmentId,
    anchor_date: start.anchor,
    follows: start.follows,
    started_at: now,
    started_by: start.startedBy,
  }))
  const tasks = starts.flatMap(({ template, person, managerId, anchor }, index) =>
    template.tasks.map(({ id, type, person_id, ...task }, place): NewTask => ({
      ...task,
      ...assigneeOf({ type, person_id }, { personId: person.id, managerId }),
      ...taskDays(template.kind, anchor, task),
      id: newId(),
      run_id: runs[index]!.id,
      key: id,
      place,
      created_at: now,
    })),
  )
  await insertRuns(db, runs, tasks)
  return {
    runs: runs.map(({ id, name }) => ({ id, name })),
    domainEvents: runs.map((run, index) =>
      checklistStarted({ run: { ...run, status: 'open' }, personName: starts[index]!.person.name }),
    ),
  }
}
