import type { Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import type { Day } from '../../domain/day.ts'
import {
  difference,
  termNames,
  type Employment,
  type JobRow,
  type JobTerms,
  type TermName,
  type Timeline,
} from '../../domain/employment.ts'
import { jobColumns } from '../../domain/job-fields.ts'
import { searchText } from '../../domain/search.ts'
import { personName, termColumns } from '../fragments.ts'
import { insertRows } from '../values.ts'
import type { ApprovalRules } from './approval-settings.ts'
import { toWaiting, waitingOf, type StoredWaiting } from './approval-writes.ts'
import type { WaitingRequest } from './request-content.ts'
import { openReason, type SealedReasons } from './end-reasons.ts'
import { joinKey, keyColumns, type WithKey } from './person-keys.ts'

/** A person who is about to change, with all that the rules of a change ask of what is stored about them. */
export interface LockedPerson {
  personId: string
  name: string
  erased: boolean
  timeline: Timeline
  /** The role of the login that belongs to them, also while it is disabled; null for none. */
  role: Role | null
  /** The requests about them that wait for approval, the oldest first. */
  waiting: WaitingRequest[]
  /** The approval rules of the organization. */
  rules: ApprovalRules
  /** The key that seals what is private of them. */
  key: WithKey
}

type StoredPerson = StoredHistory & ApprovalRules & StoredWaiting & { role: Role | null }

/**
 * A person, locked until this transaction ends: whoever else wants to change their job history or pay, or to propose it,
 * waits. Records may still refer to the person.
 */
export async function lockPerson(db: Db, personId: string): Promise<LockedPerson | undefined> {
  const [person] = await db.query<{ name: string; erased: boolean }>(
    `select ${personName('p')} as name, p.erased_at is not null as erased
       from people p where p.org_id = $1 and p.id = $2 for no key update`,
    [db.orgId, personId],
  )
  if (!person) return undefined
  // Read after the lock is there: a query of the same moment could still see the rows of before.
  const [stored] = await db.query<StoredPerson>(
    `select ${historyOf('$2')}, ${waitingOf('$2')} as waiting, ${keyColumns},
            (select m.role from memberships m where m.org_id = $1 and m.person_id = $2) as role,
            o.approve_job_change as job_change, o.approve_termination as termination, o.approve_pay_change as pay_change
       from organizations o ${joinKey('$2')}
      where o.org_id = $1`,
    [db.orgId, personId],
  )
  const { employments, rows, waiting: sealed, key_id, wrapped_key, role, ...rules } = stored!
  const key = { key_id, wrapped_key }
  const timeline = toTimeline(db, { id: personId, employments, rows, ...key })
  const waiting = toWaiting({ waiting: sealed, ...key })
  return { personId, ...person, timeline, role, waiting, rules, key }
}

/** The person of a job row, locked as by `lockPerson`. */
export async function lockPersonOfJob(db: Db, jobId: string): Promise<LockedPerson | undefined> {
  const [row] = await db.query<{ person_id: string }>(
    `select person_id from job_rows where org_id = $1 and id = $2`,
    [db.orgId, jobId],
  )
  const locked = row && (await lockPerson(db, row.person_id))
  // While this waited for the lock, somebody may have removed the row.
  return locked?.timeline.rows.some(({ id }) => id === jobId) ? locked : undefined
}

interface StoredRow extends JobTerms {
  id: string
  employment_id: string
  valid_from: Day
  valid_to: Day | null
  reason: string
  own_terms: JobRow['own']
}

interface StoredHistory {
  /** Why one ended is sealed, in base64. */
  employments: Employment[]
  rows: StoredRow[]
}

/** The whole job history of a person, as two lists in JSON. */
const historyOf = (person: string) => `
  coalesce((select json_agg(json_build_object('id', e.id, 'startDate', e.start_date, 'lastDay', e.last_day,
                                              'endType', e.end_type, 'endReason', encode(e.end_reason, 'base64')) order by e.start_date)
              from employments e where e.org_id = $1 and e.person_id = ${person}), '[]') as employments,
  coalesce((select json_agg(h order by h.valid_from)
              from (select j.id, j.employment_id, j.valid_from, j.valid_to, j.reason, j.own_terms, ${termColumns('j')}
                      from job_rows j where j.org_id = $1 and j.person_id = ${person}) h), '[]') as rows`

/** The whole job histories of several people, by the id of the person. */
export async function loadTimelines(db: Db, personIds: readonly string[]): Promise<Map<string, Timeline>> {
  const found = await db.query<HistoryOf>(
    `select asked.id, ${historyOf('asked.id')}, ${keyColumns}
       from unnest($2::uuid[]) as asked(id) ${joinKey('asked.id')}`,
    [db.orgId, personIds],
  )
  return new Map(found.map((history) => [history.id, toTimeline(db, history)]))
}

/** The job history of a person, with their key. */
type HistoryOf = StoredHistory & WithKey & { id: string }

const toTimeline = (db: Db, { id: personId, employments, rows, ...key }: HistoryOf): Timeline => ({
  employments: employments.map((one) => ({
    ...one,
    endReason: openReason(db, personId, key, one.id, one.endReason),
  })),
  rows: rows.map((stored) => ({
    id: stored.id,
    employmentId: stored.employment_id,
    validFrom: stored.valid_from,
    validTo: stored.valid_to,
    reason: stored.reason,
    own: stored.own_terms,
    terms: Object.fromEntries(termNames.map((term) => [term, stored[term]])) as JobTerms,
  })),
})

/** A job history before and after a change; `before` is empty for a person who is hired. */
export interface TimelineChange {
  personId: string
  before: Timeline
  after: Timeline
}

/** The marks of new rows and employments that were told already. */
export interface Told {
  /** The ids of those that are. */
  ids: ReadonlySet<string>
  at: Date
}

/**
 * Writes what differs, in at most six statements for any number of people. Rows that go are deleted first, and new ones
 * come last, so that the ranges of a person never overlap at the end of a statement.
 *
 * @param reasons why the employments that are written end, as of `sealReasons`
 * @param told new ones that are stored as told: to mark them later writes all of their indexes twice
 */
export async function writeTimelines(
  db: Db,
  changes: readonly TimelineChange[],
  reasons: SealedReasons,
  told?: Told,
): Promise<void> {
  const mark = <Row extends { id: string }>(row: Row) => ({
    ...row,
    start_announced_at: told?.ids.has(row.id) ? told.at : null,
  })
  const parts = changes.map(({ personId, before, after }) => ({
    personId,
    after,
    reasons,
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
  end_reason: 'bytea',
} as const
const newEmploymentColumns = { ...employmentColumns, start_announced_at: 'timestamptz' } as const
const rowColumns = {
  id: 'uuid',
  person_id: 'uuid',
  employment_id: 'uuid',
  valid_from: 'date',
  valid_to: 'date',
  reason: 'text',
  end_reason: 'bytea',
  own_terms: 'text[]',
  search_text: 'text',
  title: 'text',
  unit_id: 'uuid',
  manager_id: 'uuid',
  location_id: 'uuid',
  legal_entity_id: 'uuid',
  ...jobColumns,
} as const satisfies Record<TermName, string> & Record<string, string>
const newRowColumns = { ...rowColumns, start_announced_at: 'timestamptz' } as const

/** A person whose history is written, with the sealed reasons of employments that end, by employment. */
interface Written {
  personId: string
  after: Timeline
  reasons: SealedReasons
}

const stored = ({ personId, after, reasons }: Written, row: Readonly<JobRow>) => ({
  ...row.terms,
  id: row.id,
  person_id: personId,
  employment_id: row.employmentId,
  valid_from: row.validFrom,
  valid_to: row.validTo,
  reason: row.reason,
  end_reason: endsIn(after, row) ? (reasons.get(row.employmentId) ?? null) : null,
  own_terms: row.own,
  search_text: searchText(row.terms.title),
})

/** Why the employment ended stands in its last row. */
const endsIn = ({ rows }: Timeline, row: Readonly<JobRow>): boolean =>
  rows.findLast(({ employmentId }) => employmentId === row.employmentId)?.id === row.id

const storedEmployment = ({ personId, reasons }: Written, one: Employment) => ({
  id: one.id,
  person_id: personId,
  start_date: one.startDate,
  last_day: one.lastDay,
  end_type: one.endType,
  end_reason: reasons.get(one.id) ?? null,
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
       from jsonb_to_recordset($2::jsonb) as n(id uuid, start_date date, last_day date, end_type text, end_reason bytea)
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

/** Notes when the record of a person last changed. */
export async function touchPerson(db: Db, personId: string, now: Date): Promise<void> {
  await db.query(`update people set updated_at = $3 where org_id = $1 and id = $2`, [db.orgId, personId, now])
}
