import { randomUUIDv7 } from 'node:crypto'
import type { QueryConfig } from 'pg'
import type { Caller } from './database.ts'

/** The writes of a call for many people: one statement for each table, whose rows are one value. */

type Row = Record<string, unknown>

/** A statement that inserts rows, which come as JSON. `columns` are those of the table, with their types. */
function insertion(table: string, columns: Record<string, string>) {
  const names = Object.keys(columns).join(', ')
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  const text = `insert into ${table} (org_id, ${names})
    select $1, ${names} from jsonb_to_recordset($2::jsonb) as n(${typed.join(', ')})`
  return (org: string, rows: readonly Row[]): QueryConfig => ({
    name: `limit_many_${table}`,
    text,
    values: [org, JSON.stringify(rows)],
  })
}

export const insertPeople = insertion('people', {
  id: 'uuid',
  given_name: 'text',
  family_name: 'text',
  work_email: 'text',
  work_email_key: 'text',
  search_text: 'text',
})
export const insertEmployments = insertion('employments', {
  id: 'uuid',
  person_id: 'uuid',
  start_date: 'date',
  start_announced_at: 'timestamptz',
})
export const insertJobRows = insertion('job_rows', {
  id: 'uuid',
  person_id: 'uuid',
  employment_id: 'uuid',
  valid_from: 'date',
  title: 'text',
  unit_id: 'uuid',
  manager_id: 'uuid',
  employment_type: 'text',
  fte: 'numeric',
  reason: 'text',
  contract_type: 'text',
  own_terms: 'text[]',
  search_text: 'text',
  start_announced_at: 'timestamptz',
})
export const insertActivity = insertion('activity', {
  id: 'uuid',
  at: 'timestamptz',
  action: 'text',
  summary: 'text',
  actor_kind: 'text',
  actor_id: 'uuid',
  membership_id: 'uuid',
  via: 'text',
  subject_type: 'text',
  subject_id: 'uuid',
  person_id: 'uuid',
  changes: 'jsonb',
  request_id: 'text',
})
export const insertEvents = insertion('events', {
  id: 'uuid',
  type: 'text',
  at: 'timestamptz',
  effective_date: 'date',
  subject_id: 'uuid',
  person_id: 'uuid',
  payload: 'jsonb',
})

/** Makes the lines of the log of one call. */
export function logOf({ credential_id: actor_id, membership_id }: Caller, action: string, at: string) {
  const request_id = randomUUIDv7()
  const base = { at, action, actor_kind: 'api_key', actor_id, membership_id, via: 'api', request_id }
  const about = (id: string | null) => ({ subject_id: id, person_id: id, subject_type: id && 'person' })
  return (summary: string, personId: string | null, changes: unknown[]): Row => ({
    ...base,
    id: randomUUIDv7(),
    summary,
    changes,
    ...about(personId),
  })
}

/** An event about a person. */
export const eventOf = (type: string, at: string, day: string, personId: string, payload: object): Row => ({
  id: randomUUIDv7(),
  type,
  at,
  effective_date: day,
  subject_id: personId,
  person_id: personId,
  payload,
})

type Named = { id: string; name: string } | null

/** What events tell of a person. */
export const personFacts = (
  person: { id: string; given_name: string; family_name: string; work_email: string; start_date: string },
  job: { title: string; unit: Named; manager: Named },
) => ({
  id: person.id,
  employee_number: null,
  given_name: person.given_name,
  family_name: person.family_name,
  preferred_name: null,
  name: `${person.given_name} ${person.family_name}`,
  work_email: person.work_email,
  work_phone: null,
  status: 'active',
  title: job.title,
  unit: job.unit,
  manager: job.manager,
  location: null,
  start_date: person.start_date,
  original_start_date: person.start_date,
  end_date: null,
})

/** What events tell of a job row that is open, of somebody who works full time. */
export const jobFacts = (job: {
  id: string
  valid_from: string
  title: string
  unit: Named
  manager: Named
  reason: string
}) => ({
  id: job.id,
  valid_from: job.valid_from,
  valid_to: null,
  title: job.title,
  unit: job.unit,
  manager: job.manager,
  location: null,
  legal_entity: null,
  employment_type: 'full_time',
  fte: 1,
  reason: job.reason,
  contract_type: 'permanent',
  contract_end_date: null,
  probation_end_date: null,
  weekly_hours: null,
  notice_period_days: null,
})
