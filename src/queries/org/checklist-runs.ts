import type { Db } from '../../db/transaction.ts'
import type { Assignee, ChecklistKind, RunStatus, TaskStatus, TemplateTask } from '../../domain/checklists.ts'
import type { Day } from '../../domain/day.ts'
import { insertRows, whereWord } from '../values.ts'

/** A checklist of somebody, without its tasks. */
export interface RunRow {
  id: string
  template_id: string
  name: string
  kind: ChecklistKind
  person_id: string
  employment_id: string | null
  anchor_date: Day
  follows: boolean
  status: RunStatus
  started_at: string
  started_by: string | null
  completed_at: string | null
  cancelled_at: string | null
  done: number
  skipped: number
  total: number
}

const columns = `r.id, r.template_id, r.name, r.kind, r.person_id, r.employment_id, r.anchor_date, r.follows, r.status, r.started_at,
  r.started_by, r.completed_at, r.cancelled_at, c.done, c.skipped, c.total`
const from = `checklist_runs r
  cross join lateral (
    select count(*) filter (where t.status = 'done') as done, count(*) filter (where t.status = 'skipped') as skipped,
           count(*) as total
      from checklist_tasks t where t.org_id = $1 and t.run_id = r.id) c`

/** A filter of checklists; what is left out does not matter. */
export interface RunFilter {
  status?: RunStatus | undefined
  kind?: ChecklistKind | undefined
  personId?: string | undefined
  templateId?: string | undefined
}

/**
 * A page of checklists, the one that started last first; ids are in the order of time. A status and a person stand in the statement
 * only where they are asked for: so an index finds the open ones, or those of the person, among those of all years.
 */
export function listRuns(
  db: Db,
  { status, kind, personId, templateId }: RunFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<RunRow[]> {
  return db.query<RunRow>(
    `select ${columns} from ${from}
      where r.org_id = $1 ${whereWord('r.status', status)}
        ${personId === undefined ? '' : 'and r.person_id = $6'}
        and ($3::text is null or r.kind = $3) and ($4::uuid is null or r.template_id = $4) and ($5::uuid is null or r.id < $5)
      order by r.id desc
      limit $2`,
    [
      ...[db.orgId, limit, kind ?? null, templateId ?? null, after ?? null],
      ...(personId === undefined ? [] : [personId]),
    ],
  )
}

/** Open checklists whose day comes first, and how many there are. */
export function listOpenRuns(db: Db, limit: number): Promise<(RunRow & { open: number })[]> {
  return db.query<RunRow & { open: number }>(
    `select ${columns}, o.open
       from ${from}
      cross join (select count(*) as open from checklist_runs s where s.org_id = $1 and s.status = 'open') o
      where r.org_id = $1 and r.status = 'open'
      order by r.anchor_date, r.id
      limit $2`,
    [db.orgId, limit],
  )
}

/** A checklist. */
export async function getRun(db: Db, id: string): Promise<RunRow | undefined> {
  const [row] = await db.query<RunRow>(`select ${columns} from ${from} where r.org_id = $1 and r.id = $2`, [
    db.orgId,
    id,
  ])
  return row
}

/**
 * A checklist, locked until the transaction ends, and its person before it: an erasure waits, or is waited for. Others change the
 * person meanwhile.
 */
export async function lockRun(db: Db, id: string): Promise<RunRow | undefined> {
  await db.query(
    `select 1 from people p
      where p.org_id = $1 and p.id = (select r.person_id from checklist_runs r where r.org_id = $1 and r.id = $2)
        for key share`,
    [db.orgId, id],
  )
  const [locked] = await db.query(
    `select 1 from checklist_runs r where r.org_id = $1 and r.id = $2 for no key update`,
    [db.orgId, id],
  )
  return locked === undefined ? undefined : getRun(db, id)
}

/** The checklist of a task, locked as by `lockRun`. */
export async function lockRunOfTask(db: Db, taskId: string): Promise<RunRow | undefined> {
  const [task] = await db.query<{ run_id: string }>(
    `select t.run_id from checklist_tasks t where t.org_id = $1 and t.id = $2`,
    [db.orgId, taskId],
  )
  return task && lockRun(db, task.run_id)
}

/** A checklist to store. */
export type NewRun = Pick<
  RunRow,
  'id' | 'template_id' | 'name' | 'kind' | 'person_id' | 'employment_id' | 'anchor_date' | 'follows'
> & { started_at: Date; started_by: string | null }

const runColumns = {
  id: 'uuid',
  template_id: 'uuid',
  name: 'text',
  kind: 'text',
  person_id: 'uuid',
  employment_id: 'uuid',
  anchor_date: 'date',
  follows: 'boolean',
  status: 'text',
  started_at: 'timestamptz',
  started_by: 'uuid',
} as const

/** A task to store. */
export type NewTask = Assignee &
  Pick<TemplateTask, 'title' | 'description' | 'link_url' | 'offset_days' | 'visible_days'> & {
    id: string
    run_id: string
    key: string | null
    place: number
    due_date: Day
    visible_from: Day | null
    created_at: Date
  }

const taskColumns = {
  id: 'uuid',
  run_id: 'uuid',
  key: 'text',
  place: 'integer',
  title: 'text',
  description: 'text',
  link_url: 'text',
  assignee_type: 'text',
  assignee_person_id: 'uuid',
  manager_missing: 'boolean',
  offset_days: 'integer',
  due_date: 'date',
  visible_days: 'integer',
  visible_from: 'date',
  status: 'text',
  created_at: 'timestamptz',
} as const

/** Stores checklists that begin, with their tasks. */
export async function insertRuns(db: Db, runs: readonly NewRun[], tasks: readonly NewTask[]): Promise<void> {
  if (runs.length === 0) return
  await Promise.all([
    insertRows(
      db,
      'checklist_runs',
      runColumns,
      runs.map((run) => ({ ...run, status: 'open' })),
    ),
    insertTasks(db, tasks),
  ])
}

/** Stores tasks of checklists that are there, or come in the statement before. */
export const insertTasks = (db: Db, tasks: readonly NewTask[]): Promise<unknown> =>
  insertRows(
    db,
    'checklist_tasks',
    taskColumns,
    tasks.map((task) => ({ ...task, status: 'open' })),
  )

/** Completes a locked checklist, or opens it again. */
export async function settleRun(
  db: Db,
  id: string,
  status: Exclude<RunStatus, 'cancelled'>,
  now: Date,
): Promise<void> {
  await db.query(
    `update checklist_runs
        set status = $3, completed_at = case when $3 = 'completed' then $4::timestamptz end
      where org_id = $1 and id = $2`,
    [db.orgId, id, status, now],
  )
}

/** A task as far as it moves with its checklist. */
export interface MovingTask {
  id: string
  offset_days: number
  visible_days: number | null
  status: TaskStatus
}

/** Open checklists that follow these employments, locked, with their tasks. An employment has few. */
export async function lockFollowing(
  db: Db,
  employmentIds: readonly string[],
): Promise<(RunRow & { tasks: MovingTask[] })[]> {
  if (employmentIds.length === 0) return []
  const locked = await db.query<{ id: string }>(
    `select r.id from checklist_runs r
      where r.org_id = $1 and r.employment_id = any($2::uuid[]) and r.follows and r.status = 'open'
      order by r.id
        for no key update`,
    [db.orgId, employmentIds],
  )
  if (locked.length === 0) return []
  return db.query(
    `select ${columns},
            (select coalesce(json_agg(json_build_object('id', t.id, 'offset_days', t.offset_days, 'visible_days', t.visible_days,
                                                        'status', t.status)), '[]')
               from checklist_tasks t where t.org_id = $1 and t.run_id = r.id) as tasks
       from ${from}
      where r.org_id = $1 and r.id = any($2::uuid[])
      order by r.id`,
    [db.orgId, locked.map(({ id }) => id)],
  )
}

/** The day of a task, as it moves. */
export interface MovedTask {
  id: string
  due_date: Day
  visible_from: Day | null
}

/** Moves locked checklists to other days, and their tasks to theirs. */
export async function moveRuns(
  db: Db,
  runs: readonly Pick<RunRow, 'id' | 'anchor_date' | 'follows'>[],
  tasks: readonly MovedTask[],
): Promise<void> {
  if (runs.length === 0) return
  await Promise.all([
    db.query(
      `update checklist_runs r
          set anchor_date = n.anchor_date, follows = n.follows
         from jsonb_to_recordset($2::jsonb) as n(id uuid, anchor_date date, follows boolean)
        where r.org_id = $1 and r.id = n.id`,
      [db.orgId, JSON.stringify(runs)],
    ),
    db.query(
      `update checklist_tasks t
          set due_date = n.due_date, visible_from = n.visible_from
         from jsonb_to_recordset($2::jsonb) as n(id uuid, due_date date, visible_from date)
        where t.org_id = $1 and t.id = n.id`,
      [db.orgId, JSON.stringify(tasks)],
    ),
  ])
}

/** Cancels locked checklists. */
export async function cancelRuns(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db.query(
    `update checklist_runs set status = 'cancelled', cancelled_at = $3 where org_id = $1 and id = any($2::uuid[])`,
    [db.orgId, ids, now],
  )
}
