import { forHr, isOwn, taskRights, type JudgedTask, type TaskReader } from '../../domain/checklists.ts'
import type { components } from '../../generated/contract.ts'
import type { RunRow } from '../../queries/org/checklist-runs.ts'
import type { TaskRow } from '../../queries/org/checklist-tasks.ts'
import type { TemplateRow } from '../../queries/org/checklist-templates.ts'
import type { References } from '../../queries/org/references.ts'
import { personOf } from './people.ts'

type Schemas = components['schemas']

/** A template with the names of those who do its tasks. */
export const presentTemplate = (row: TemplateRow, people: References): Schemas['ChecklistTemplate'] => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  auto_start: row.auto_start,
  conditions: {
    unit_ids: row.unit_ids,
    location_ids: row.location_ids,
    legal_entity_ids: row.legal_entity_ids,
  },
  tasks: row.tasks.map(
    ({ type, person_id, id, title, description, link_url, offset_days, visible_days }) => ({
      id,
      title,
      description,
      link_url,
      assignee: { type, person: personOf(people, person_id) },
      offset_days,
      visible_days,
    }),
  ),
  archived: row.archived_at !== null,
  saved: row.saved,
  updated_at: row.updated_at,
})

/** A checklist in short. */
export const presentSummary = (run: RunRow, people: References): Schemas['ChecklistRunSummary'] => ({
  id: run.id,
  name: run.name,
  kind: run.kind,
  person: personOf(people, run.person_id)!,
  anchor_date: run.anchor_date,
  progress: { done: run.done, skipped: run.skipped, total: run.total },
})

/** A checklist without its tasks. */
export const presentRun = (run: RunRow, people: References): Schemas['ListedChecklistRun'] => ({
  ...presentSummary(run, people),
  status: run.status,
  template_id: run.template_id,
  started_at: run.started_at,
  started_by: personOf(people, run.started_by),
  completed_at: run.completed_at,
  cancelled_at: run.cancelled_at,
})

/** A task, as its reader sees it and may change it. */
export const presentTask = (
  row: TaskRow,
  people: References,
  reader: TaskReader,
): Schemas['ChecklistTask'] => ({
  id: row.id,
  title: row.title,
  description: row.description,
  link_url: row.link_url,
  assignee: {
    type: row.assignee_left ? forHr : row.assignee_type,
    person: personOf(people, row.assignee_person_id),
  },
  manager_missing: row.manager_missing,
  offset_days: row.offset_days,
  due_date: row.due_date,
  visible_from: row.visible_from,
  status: row.status,
  resolved_at: row.resolved_at,
  resolved_by: personOf(people, row.resolved_by),
  skip_reason: row.skip_reason,
  comments: row.comments.map(({ author, ...comment }) => ({ ...comment, author: personOf(people, author) })),
  can: taskRights(row, reader),
  run: {
    id: row.run_id,
    name: row.run_name,
    kind: row.kind,
    status: row.run_status,
    anchor_date: seesDay(row, reader) ? row.anchor_date : null,
  },
  person: personOf(people, row.person_id)!,
})

/** The day somebody leaves is told to HR, to themselves, and to the manager who has a task. */
const seesDay = (row: TaskRow & JudgedTask, reader: TaskReader): boolean =>
  row.kind !== 'offboarding' ||
  reader.hr ||
  row.person_id === reader.personId ||
  (row.assignee_type === 'manager' && isOwn(row, reader))

/** The people whom tasks name. */
export const peopleIn = (tasks: readonly TaskRow[]): (string | null)[] =>
  tasks.flatMap((task) => [
    task.person_id,
    task.assignee_person_id,
    task.resolved_by,
    ...task.comments.map(({ author }) => author),
  ])
