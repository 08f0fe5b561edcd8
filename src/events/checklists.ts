import type { EventPayloads } from '../generated/events.ts'
import type { RunRow } from '../queries/org/checklist-runs.ts'
import type { TaskRow } from '../queries/org/checklist-tasks.ts'
import type { TemplateFields, TemplateRow } from '../queries/org/checklist-templates.ts'
import type { PlainSummary } from '../texts/log.ts'
import {
  asCreated,
  hidden,
  personReference,
  type ActivityLine,
  type Change,
  type DomainEvent,
} from './domain-event.ts'

/** A checklist, as far as events tell of it. */
export type ToldRun = Pick<
  RunRow,
  'id' | 'name' | 'kind' | 'status' | 'template_id' | 'anchor_date' | 'person_id'
>

/** A checklist, and whom it is about. */
export interface RunOfPerson {
  run: ToldRun
  personName: string
}

const runFacts = ({ id, name, kind, status, template_id, anchor_date }: ToldRun) => ({
  id,
  name,
  kind,
  status,
  template_id,
  anchor_date,
})

const dataOf = ({ run, personName }: RunOfPerson): EventPayloads['checklist.started'] => ({
  run_id: run.id,
  person: { id: run.person_id, name: personName },
  run: runFacts(run),
})

const line = (
  summary: PlainSummary,
  run: Pick<ToldRun, 'id' | 'name' | 'person_id'>,
  changes: Change[] = [],
): ActivityLine => ({
  summary,
  subject: { type: 'checklist_run', id: run.id, name: run.name },
  personId: run.person_id,
  changes,
})

type RunEvent = 'checklist.started' | 'checklist.completed' | 'checklist.reopened' | 'checklist.cancelled'

/** @param summary of the line in the log; null where another line of the call tells it */
const ofRun = <Type extends RunEvent>(
  type: Type,
  summary: PlainSummary | null,
  about: RunOfPerson,
): DomainEvent<Type> =>
  ({
    activity: summary === null ? [] : [line(summary, about.run)],
    event: { type, subjectId: about.run.id, personId: about.run.person_id, data: dataOf(about) },
  }) as DomainEvent<Type>

export const checklistStarted = (about: RunOfPerson): DomainEvent<'checklist.started'> =>
  ofRun('checklist.started', 'checklist_started', about)

export const checklistCompleted = (about: RunOfPerson): DomainEvent<'checklist.completed'> =>
  ofRun('checklist.completed', 'checklist_completed', about)

export const checklistReopened = (about: RunOfPerson): DomainEvent<'checklist.reopened'> =>
  ofRun('checklist.reopened', null, about)

export const checklistCancelled = (about: RunOfPerson): DomainEvent<'checklist.cancelled'> =>
  ofRun('checklist.cancelled', 'checklist_cancelled', about)

export const checklistMoved = (run: ToldRun, before: string): DomainEvent<never> => ({
  activity: [line('checklist_moved', run, [{ field: 'anchor_date', before, after: run.anchor_date }])],
})

const templateLine = (
  summary: PlainSummary,
  { id, name }: Pick<TemplateRow, 'id' | 'name'>,
  changes: Change[] = [],
): ActivityLine => ({ summary, subject: { type: 'checklist_template', id, name }, changes })

const shown = ({ tasks, unit_ids, location_ids, legal_entity_ids, ...fields }: TemplateFields) => ({
  name: fields.name,
  kind: fields.kind,
  auto_start: fields.auto_start,
  unit_ids,
  location_ids,
  legal_entity_ids,
  tasks: tasks.length,
})

export const templateCreated = (template: TemplateRow): DomainEvent<never> => ({
  activity: [templateLine('checklist_template_created', template, asCreated(shown(template)))],
})

/** @param changed the fields that differ; of tasks only that they do, because people write names into them */
export const templateChanged = (
  before: TemplateRow,
  after: TemplateRow,
  changed: readonly (keyof TemplateFields | 'archived')[],
): DomainEvent<never> => {
  const fields = changed.filter((field) => field !== 'archived')
  const moved = fields.length < changed.length
  const told = (row: TemplateRow): Record<string, unknown> => shown(row)
  return {
    activity: [
      ...(fields.length > 0
        ? [
            templateLine(
              'checklist_template_changed',
              after,
              fields.map((field) =>
                field === 'tasks'
                  ? hidden(field)
                  : { field, before: told(before)[field], after: told(after)[field] },
              ),
            ),
          ]
        : []),
      ...(moved
        ? [
            templateLine(
              after.archived_at === null ? 'checklist_template_restored' : 'checklist_template_archived',
              after,
            ),
          ]
        : []),
    ],
  }
}

const runOf = ({ run_id, run_name, person_id }: TaskRow) => ({ id: run_id, name: run_name, person_id })

export const taskAdded = (task: TaskRow): DomainEvent<never> => ({
  activity: [
    line('task_added', runOf(task), [
      hidden('title'),
      ...asCreated({ due_date: task.due_date, assignee: personReference(task.assignee_person_id) }),
    ]),
  ],
})

/** @param changed names of the fields that differ; texts are not told, because people write names into them */
export const taskChanged = (
  before: TaskRow,
  after: TaskRow,
  changed: readonly string[],
): DomainEvent<never> => ({
  activity: [
    line(
      'task_changed',
      runOf(after),
      changed.map((field) =>
        field === 'due_date' ? { field, before: before.due_date, after: after.due_date } : hidden(field),
      ),
    ),
  ],
})

export const taskReassigned = (before: TaskRow, after: TaskRow): DomainEvent<never> => ({
  activity: [
    line('task_reassigned', runOf(after), [
      {
        field: 'assignee',
        before: personReference(before.assignee_person_id),
        after: personReference(after.assignee_person_id),
      },
    ]),
  ],
})

export const taskCommented = (task: TaskRow): DomainEvent<never> => ({
  activity: [line('task_commented', runOf(task), [hidden('comments')])],
})

const resolved = { done: 'task_done', skipped: 'task_skipped', open: 'task_opened' } as const

/** A task was done, skipped or opened again. Of those, an event tells only that it was done. */
export const taskResolved = (
  before: TaskRow,
  after: TaskRow,
  about: RunOfPerson,
): DomainEvent<'checklist.task_done'> => {
  const { run, personName } = about
  return {
    activity: [
      line(resolved[after.status], run, [
        { field: 'status', before: before.status, after: after.status },
        ...(after.due_date === before.due_date
          ? []
          : [{ field: 'due_date', before: before.due_date, after: after.due_date }]),
      ]),
    ],
    ...(after.status === 'done' && {
      event: {
        type: 'checklist.task_done',
        subjectId: after.id,
        personId: run.person_id,
        data: {
          task_id: after.id,
          run_id: run.id,
          person: { id: run.person_id, name: personName },
          task: { id: after.id, key: after.key, title: after.title, due_date: after.due_date },
          run: runFacts(run),
        },
      },
    }),
  }
}
