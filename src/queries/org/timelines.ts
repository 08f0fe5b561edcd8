import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import {
  termNames,
  type Employment,
  type JobRow,
  type JobTerms,
  type TermName,
  type Timeline,
} from '../../domain/employment.ts'
import { jobColumns } from '../../domain/job-fields.ts'
import type { ManagerSpan } from '../../domain/reporting-line.ts'
import { searchText } from '../../domain/search.ts'
import { difference } from '../../domain/timeline-difference.ts'
import { insertRows } from '../values.ts'

/** A person whose job history is about to change. */
export interface LockedTimeline {
  personId: string
  erased: boolean
  timeline: Timeline
}

/**
 * The whole job history of a person, locked until this transaction ends: whoever else wants to change it waits. Records
 * may still refer to the person.
 */
export async function lockTimeline(db: Db, personId: string): Promise<LockedTimeline | undefined> {
  const [person] = await db.query<{ erased: boolean }>(
    `select erased_at is not null as erased from people where org_id = $1 and id = $2 for no key update`,
    [db.orgId, personId],
  )
  if (!person) return undefined
  // Read after the lock is there: a query of the same moment could still see the rows of before.
  const timelines = await loadTimelines(db, [personId])
  return { personId, ...person, timeline: timelines.get(personId)! }
}

/** The job history that a row belongs to, locked as by `lockTimeline`. */
export async function lockTimelineOfJob(db: Db, jobId: string): Promise<LockedTimeline | undefined> {
  const [row] = await db.query<{ person_id: string }>(
    `select person_id from job_rows where org_id = $1 and id = $2`,
    [db.orgId, jobId],
  )
  const locked = row && (await lockTimeline(db, row.person_id))
  // While this waited for the lock, somebody may have removed the row.
  return locked?.timeline.rows.some(({ id }) => id === jobId) ? locked : undefined
}

interface StoredRow extends JobTerms {
  id: string
  person_id: string
  employment_id: string
  valid_from: Day
  valid_to: Day | null
  reason: string
  own_terms: JobRow['own']
}

/** The whole job histories of several people, by the id of the person. */
export async function loadTimelines(db: Db, personIds: readonly string[]): Promise<Map<string, Timeline>> {
  const [employments, rows] = await Promise.all([
    db.query<Employment & { personId: string }>(
      // `offset 0`: each person is looked up by the index. Else it could read the employments of the whole organization.
      `select e.id, e.person_id as "personId", e.start_date as "startDate", e.last_day as "lastDay",
              e.end_type as "endType", e.end_reason as "endReason"
         from unnest($2::uuid[]) as asked(id)
         join lateral (select * from employments
                        where employments.org_id = $1 and employments.person_id = asked.id offset 0) e on true
        order by e.start_date`,
      [db.orgId, personIds],
    ),
    db.query<StoredRow>(
      `select id, person_id, employment_id, valid_from, valid_to, reason, own_terms, ${termNames.join(', ')}
         from job_rows where org_id = $1 and person_id = any($2::uuid[]) order by valid_from`,
      [db.orgId, personIds],
    ),
  ])
  const employmentsOf = Map.groupBy(employments, ({ personId }) => personId)
  const rowsOf = Map.groupBy(rows, (row) => row.person_id)
  return new Map(
    personIds.map((id) => [
      id,
      {
        employments: (employmentsOf.get(id) ?? []).map(({ personId: _, ...employment }) => employment),
        rows: (rowsOf.get(id) ?? []).map(toRow),
      },
    ]),
  )
}

const toRow = (stored: StoredRow): JobRow => ({
  id: stored.id,
  employmentId: stored.employment_id,
  validFrom: stored.valid_from,
  validTo: stored.valid_to,
  reason: stored.reason,
  own: stored.own_terms,
  terms: Object.fromEntries(termNames.map((term) => [term, stored[term]])) as JobTerms,
})

/** A job history before and after a change; `before` is empty for a person who is hired. */
export interface TimelineChange {
  personId: string
  before: Timeline
  after: Timeline
}

/** What new rows and employments are marked as told with. */
export interface Told {
  /** The ids of those that are. */
  ids: ReadonlySet<string>
  at: Date
}

/**
 * Writes what differs, in at most six statements for any number of people. Rows that go are deleted first, and new ones
 * come last, so that the ranges of a person never overlap at the end of a statement.
 *
 * @param told new ones that are stored as told: to mark them later writes all of their indexes twice
 */
export async function writeTimelines(db: Db, changes: readonly TimelineChange[], told?: Told): Promise<void> {
  const mark = <Row extends { id: string }>(row: Row) => ({
    ...row,
    start_told_at: told?.ids.has(row.id) ? told.at : null,
  })
  const parts = changes.map(({ personId, before, after }) => ({
    personId,
    after,
    ...difference(before, after),
  }))
  const rows = {
    removed: parts.flatMap((part) => part.rows.removed),
    changed: parts.flatMap((part) => part.rows.changed.map((row) => stored(part, row))),
    added: parts.flatMap((part) => part.rows.added.map((row) => mark(stored(part, row)))),
  }
  const employments = {
    removed: parts.flatMap((part) => part.employments.removed),
    changed: parts.flatMap((part) => part.employments.changed.map((one) => storedEmployment(part, one))),
    added: parts.flatMap((part) => part.employments.added.map((one) => mark(storedEmployment(part, one)))),
  }
  await Promise.all([
    remove(db, 'job_rows', rows.removed),
    remove(db, 'employments', employments.removed),
    updateEmployments(db, employments.changed),
    updateRows(db, rows.changed),
    insert(db, 'employments', newEmploymentColumns, employments.added),
    insert(db, 'job_rows', newRowColumns, rows.added),
  ])
}

const employmentColumns = {
  id: 'uuid',
  person_id: 'uuid',
  start_date: 'date',
  last_day: 'date',
  end_type: 'text',
  end_reason: 'text',
} as const
const newEmploymentColumns = { ...employmentColumns, start_told_at: 'timestamptz' } as const
const rowColumns = {
  id: 'uuid',
  person_id: 'uuid',
  employment_id: 'uuid',
  valid_from: 'date',
  valid_to: 'date',
  reason: 'text',
  end_reason: 'text',
  own_terms: 'text[]',
  search_text: 'text',
  title: 'text',
  unit_id: 'uuid',
  manager_id: 'uuid',
  location_id: 'uuid',
  legal_entity_id: 'uuid',
  ...jobColumns,
} as const satisfies Record<TermName, string> & Record<string, string>
const newRowColumns = { ...rowColumns, start_told_at: 'timestamptz' } as const

const stored = ({ personId, after }: { personId: string; after: Timeline }, row: Readonly<JobRow>) => ({
  ...row.terms,
  id: row.id,
  person_id: personId,
  employment_id: row.employmentId,
  valid_from: row.validFrom,
  valid_to: row.validTo,
  reason: row.reason,
  end_reason: endReasonOf(after, row),
  own_terms: row.own,
  search_text: searchText(row.terms.title),
})

/** Why the employment ended stands in its last row. */
const endReasonOf = ({ employments, rows }: Timeline, row: Readonly<JobRow>): string | null => {
  const last = rows.findLast(({ employmentId }) => employmentId === row.employmentId)
  return last?.id === row.id ? employments.find(({ id }) => id === row.employmentId)!.endReason : null
}

const storedEmployment = ({ personId }: { personId: string }, one: Employment) => ({
  id: one.id,
  person_id: personId,
  start_date: one.startDate,
  last_day: one.lastDay,
  end_type: one.endType,
  end_reason: one.endReason,
})

async function remove(db: Db, table: 'job_rows' | 'employments', ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db.query(`delete from ${table} where org_id = $1 and id = any($2::uuid[])`, [db.orgId, ids])
}

async function insert<Row extends object>(
  db: Db,
  table: 'job_rows' | 'employments',
  columns: Readonly<Record<keyof Row & string, string>>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0) await insertRows(db, table, columns, rows)
}

async function updateEmployments(
  db: Db,
  rows: readonly ReturnType<typeof storedEmployment>[],
): Promise<void> {
  if (rows.length === 0) return
  await db.query(
    `update employments e
        set start_date = n.start_date, last_day = n.last_day, end_type = n.end_type, end_reason = n.end_reason
       from jsonb_to_recordset($2::jsonb) as n(id uuid, start_date date, last_day date, end_type text, end_reason text)
      where e.org_id = $1 and e.id = n.id`,
    [db.orgId, JSON.stringify(rows)],
  )
}

const { id: _id, person_id: _person, ...updatable } = rowColumns

async function updateRows(db: Db, rows: readonly ReturnType<typeof stored>[]): Promise<void> {
  if (rows.length === 0) return
  await db.query(
    `update job_rows j
        set ${Object.keys(updatable)
          .map((column) => `${column} = n.${column}`)
          .join(', ')}
       from jsonb_to_recordset($2::jsonb)
            as n(id uuid, ${Object.entries(updatable)
              .map(([column, type]) => `${column} ${type}`)
              .join(', ')})
      where j.org_id = $1 and j.id = n.id`,
    [db.orgId, JSON.stringify(rows)],
  )
}

/**
 * Whoever changes a reporting line holds this lock until the transaction ends. Two calls at the same time could otherwise
 * put each of two people below the other, and neither would see it.
 */
export async function lockReportingLine(db: Db): Promise<void> {
  await db.query(`select 1 from organizations where org_id = $1 for no key update`, [db.orgId])
}

/**
 * The managers of all who are above these people on any day from `from` on, with the days. Take the lock before.
 *
 * @param managerIds people who are to be managers
 */
export async function loadLinesAbove(
  db: Db,
  managerIds: readonly string[],
  from: Day,
): Promise<ManagerSpan[]> {
  // `offset 0`: each person is looked up by the index. Else each level could read all job rows of the organization.
  const rowsOf = (person: string) =>
    `select j.* from job_rows j
      where j.org_id = $1 and j.person_id = ${person} and (j.valid_to is null or j.valid_to >= $3) offset 0`
  return db.query<ManagerSpan>(
    `with recursive above as (
       select unnest($2::uuid[]) as id
       union
       select j.manager_id from above a
         join lateral (${rowsOf('a.id')}) j on j.manager_id is not null
     )
     select j.person_id as "personId", j.manager_id as "managerId", j.valid_from as "from", j.valid_to as "to"
       from above a
       join lateral (${rowsOf('a.id')}) j on true`,
    [db.orgId, managerIds, from],
  )
}
