import type { Db } from '../../db/transaction.ts'
import type { Assignee, ChecklistKind, JudgedTask, TaskReader, TaskStatus } from '../../domain/checklists.ts'
import type { Day } from '../../domain/day.ts'
import { nilId } from '../../domain/ids.ts'
import { stays } from '../fragments.ts'
import { whereWord } from '../values.ts'

/** A remark on a task. */
export interface CommentRow {
  id: string
  author: string | null
  text: string
  at: string
}

/** A task as it is read, with its checklist. */
export interface TaskRow extends JudgedTask {
  id: string
  run_id: string
  key: string | null
  title: string
  description: string | null
  link_url: string | null
  manager_missing: boolean
  offset_days: number
  due_date: Day
  visible_days: number | null
  resolved_at: string | null
  resolved_by: string | null
  skip_reason: string | null
  comments: CommentRow[]
  run_name: string
  kind: ChecklistKind
  anchor_date: Day
  place: number
}

/** The condition that whoever had an open task has left: then it is for HR. `$2` is today. */
const left = `(t.assignee_person_id is not null and t.status = 'open' and not ${stays('t.assignee_person_id', '$2')})`

const select = `select t.id, t.run_id, t.key, t.place, t.title, t.description, t.link_url, t.assignee_type, t.assignee_person_id, t.manager_missing,
         t.offset_days, t.due_date, t.visible_days, t.visible_from, t.status, t.resolved_at, t.resolved_by, t.skip_reason,
         r.name as run_name, r.kind, r.anchor_date, r.status as run_status, r.person_id, ${left} as assignee_left,
         coalesce((select json_agg(json_build_object('id', c.id, 'author', c.author, 'text', c.text,
                                                     'at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                                   order by c.created_at, c.id)
                     from checklist_comments c where c.org_id = $1 and c.task_id = t.id), '[]') as comments
    from checklist_tasks t
   cross join lateral (select c.* from checklist_runs c where c.org_id = $1 and c.id = t.run_id limit 1) r`

/** All tasks of a checklist, by the day they are due; at most `mostTasks`. */
export function listTasksOf(db: Db, runId: string, today: Day): Promise<TaskRow[]> {
  return db.query<TaskRow>(
    `${select} where t.org_id = $1 and t.run_id = $3 order by t.due_date, t.place, t.id`,
    [db.orgId, today, runId],
  )
}

/** A task. */
export async function getTask(db: Db, id: string, today: Day): Promise<TaskRow | undefined> {
  const [row] = await db.query<TaskRow>(`${select} where t.org_id = $1 and t.id = $3`, [db.orgId, today, id])
  return row
}

/** A filter of somebody's tasks; what is left out does not matter. */
export interface TaskFilter {
  status?: TaskStatus | undefined
  dueBefore?: Day | undefined
  after?: { due_date: Day; id: string } | undefined
  limit: number
}

/** The condition that a task is the reader's to do. `$2` is today, `$3` the person of the reader. */
const ownTo = {
  hr: `(t.assignee_person_id = $3::uuid or t.assignee_person_id is null or ${left})`,
  others: `t.assignee_person_id = $3::uuid and (t.assignee_type = 'manager' or t.visible_from is null or t.visible_from <= $2)`,
}

/**
 * The tasks that are the reader's to do, as `isOwn` and `seesTask` say. Open ones of cancelled checklists are nobody's. The status
 * and the kind of reader are words of the statement and no values: so an index of open tasks is used, beside the done ones of all years.
 */
export const listOwnTasks = (
  db: Db,
  { hr, personId }: TaskReader,
  filter: TaskFilter,
  today: Day,
): Promise<TaskRow[]> => listTasksWhere(db, hr ? ownTo.hr : ownTo.others, personId, filter, today)

/** The tasks that somebody does, for HR, who sees all of them. Open ones of cancelled checklists are nobody's. */
export const listTasksBy = (db: Db, personId: string, filter: TaskFilter, today: Day): Promise<TaskRow[]> =>
  listTasksWhere(db, 't.assignee_person_id = $3::uuid', personId, filter, today)

/** @param whose the condition for whose they are; `$2` is today, `$3` the person */
function listTasksWhere(
  db: Db,
  whose: string,
  personId: string | null,
  { status, dueBefore, after, limit }: TaskFilter,
  today: Day,
): Promise<TaskRow[]> {
  return db.query<TaskRow>(
    `${select}
      where t.org_id = $1
        and ${whose}
        and (t.status <> 'open' or r.status <> 'cancelled')
        ${whereWord('t.status', status)}
        and t.due_date < $4::date
        and (t.due_date, t.id) > ($5::date, $6::uuid)
      order by t.due_date, t.id
      limit $7`,
    [
      ...[db.orgId, today, personId, dueBefore ?? 'infinity'],
      ...[after?.due_date ?? '-infinity', after?.id ?? nilId, limit],
    ],
  )
}

/** Open tasks of checklists that are not cancelled, and that should be done by now. */
export async function countOverdue(db: Db, today: Day): Promise<number> {
  const [row] = await db.query<{ overdue: number }>(
    `select count(*) as overdue
       from checklist_tasks t join checklist_runs r on r.org_id = $1 and r.id = t.run_id and r.status = 'open'
      where t.org_id = $1 and t.status = 'open' and t.due_date < $2`,
    [db.orgId, today],
  )
  return row!.overdue
}

/** Open tasks of checklists about others that somebody has to do: how many. */
export async function countOpenOf(db: Db, personId: string): Promise<number> {
  const [row] = await db.query<{ open: number }>(
    `select count(*) as open
       from checklist_tasks t join checklist_runs r on r.org_id = $1 and r.id = t.run_id and r.status = 'open'
      where t.org_id = $1 and t.assignee_person_id = $2 and t.status = 'open' and r.person_id <> $2`,
    [db.orgId, personId],
  )
  return row!.open
}

/** The facts of a task that are changed by themselves. */
export interface TaskFields extends Assignee {
  title: string
  description: string | null
  link_url: string | null
  offset_days: number
  visible_days: number | null
  due_date: Day
  visible_from: Day | null
}

/** Changes a task of a locked checklist. */
export async function updateTask(db: Db, id: string, fields: TaskFields): Promise<void> {
  await db.query(
    `update checklist_tasks
        set title = $3, description = $4, link_url = $5, offset_days = $6, visible_days = $7, due_date = $8, visible_from = $9,
            assignee_type = $10, assignee_person_id = $11, manager_missing = $12
      where org_id = $1 and id = $2`,
    [
      ...[db.orgId, id, fields.title, fields.description, fields.link_url, fields.offset_days],
      ...[fields.visible_days, fields.due_date, fields.visible_from],
      ...[fields.assignee_type, fields.assignee_person_id, fields.manager_missing],
    ],
  )
}

/** Marks a task of a locked checklist as done or skipped, or opens it again. */
export async function resolveTask(
  db: Db,
  id: string,
  { status, by, reason }: { status: TaskStatus; by: string | null; reason: string | null },
  now: Date,
): Promise<void> {
  await db.query(
    `update checklist_tasks
        set status = $3, resolved_at = case when $3 <> 'open' then $4::timestamptz end, resolved_by = $5, skip_reason = $6
      where org_id = $1 and id = $2`,
    [db.orgId, id, status, now, by, reason],
  )
}

/** Stores a remark on a task of a locked checklist. */
export async function insertComment(
  db: Db,
  { id, taskId, author, text }: { id: string; taskId: string; author: string | null; text: string },
  now: Date,
): Promise<void> {
  await db.query(
    `insert into checklist_comments (org_id, id, task_id, author, text, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [db.orgId, id, taskId, author, text, now],
  )
}
