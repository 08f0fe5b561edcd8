import { taskReader } from '../access/checklists.ts'
import { addDays } from '../domain/day.ts'
import { mostRuns, mostShown, windows } from '../domain/home.ts'
import type { components } from '../generated/contract.ts'
import {
  peopleIn,
  presentRun,
  presentSummary,
  presentTask,
  presentTemplate,
} from '../presenters/org/checklists.ts'
import { getRun, listOpenRuns, type RunRow } from '../queries/org/checklist-runs.ts'
import { countOverdue, listOwnTasks, listTasksOf, type TaskRow } from '../queries/org/checklist-tasks.ts'
import type { TemplateRow } from '../queries/org/checklist-templates.ts'
import { loadPeople } from '../queries/org/references.ts'
import type { Reading } from './approval-request.ts'

type Schemas = components['schemas']

/** Templates, with the names of those who do their tasks. */
export async function showTemplates(
  { db, today }: Pick<Reading, 'db' | 'today'>,
  rows: readonly TemplateRow[],
): Promise<Schemas['ChecklistTemplate'][]> {
  const people = await loadPeople(
    db,
    rows.flatMap(({ tasks }) => tasks.map(({ person_id: id }) => id)),
    today,
  )
  return rows.map((row) => presentTemplate(row, people))
}

/** Tasks as this reader sees them. */
export async function showTasks(
  { db, today, caller, audience }: Reading,
  rows: readonly TaskRow[],
): Promise<Schemas['ChecklistTask'][]> {
  const people = await loadPeople(db, peopleIn(rows), today)
  const reader = taskReader(caller, audience)
  return rows.map((row) => presentTask(row, people, reader))
}

/** A task as this reader sees it. */
export const showTask = async (ctx: Reading, task: TaskRow): Promise<Schemas['ChecklistTask']> =>
  (await showTasks(ctx, [task]))[0]!

/** A checklist as it is now, with all of its tasks. */
export async function showRun(ctx: Reading, id: string): Promise<Schemas['ChecklistRun']> {
  const { db, today, caller, audience } = ctx
  const [run, tasks] = await Promise.all([getRun(db, id), listTasksOf(db, id, today)])
  const people = await loadPeople(db, [run!.person_id, run!.started_by, ...peopleIn(tasks)], today)
  const reader = taskReader(caller, audience)
  return { ...presentRun(run!, people), tasks: tasks.map((task) => presentTask(task, people, reader)) }
}

/** Open checklists, and the open tasks of the reader that are due soon, as the home page has them. */
export async function showDesk(ctx: Reading): Promise<Pick<Schemas['HomeSummary'], 'checklists' | 'tasks'>> {
  const { db, today, caller, audience } = ctx
  const due = { status: 'open' as const, dueBefore: addDays(today, windows.tasks + 1), limit: mostShown }
  const [runs, overdue, own] = await Promise.all([
    listOpenRuns(db, mostRuns),
    countOverdue(db, today),
    listOwnTasks(db, taskReader(caller, audience), due, today),
  ])
  const [people, tasks] = await Promise.all([
    loadPeople(
      db,
      runs.map(({ person_id: id }) => id),
      today,
    ),
    showTasks(ctx, own),
  ])
  const summaries = runs.map((run) => presentSummary(run, people))
  return { checklists: { open: runs[0]?.open ?? 0, overdue_tasks: overdue, runs: summaries }, tasks }
}

/** Checklists without their tasks. */
export async function showRuns(
  { db, today }: Pick<Reading, 'db' | 'today'>,
  runs: readonly RunRow[],
): Promise<Schemas['ListedChecklistRun'][]> {
  const people = await loadPeople(
    db,
    runs.flatMap(({ person_id, started_by }) => [person_id, started_by]),
    today,
  )
  return runs.map((run) => presentRun(run, people))
}
