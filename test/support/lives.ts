import { randomUUIDv7 } from 'node:crypto'
import type { Day } from '../../src/domain/day.ts'
import type { JobTerms } from '../../src/domain/employment.ts'
import type { TestServer } from './server.ts'
import type { JobRow, Timeline } from './timeline.ts'

/** A person and their whole job history. Terms that the rows leave out get the usual values. */
export interface Life {
  personId: string
  /** Left out: Pat Person. */
  names?: { given_name: string; family_name: string; preferred_name: string | null }
  timeline: Timeline<JobRow & Partial<Pick<JobTerms, 'title' | 'unit_id' | 'manager_id'>>>
}

/** One stay in one job. */
export type Stay = { from: Day; to: Day | null } & Partial<Pick<JobTerms, 'unit_id' | 'manager_id'>>

/** A life from stays, which must not overlap. Each stay becomes an employment with one job row. */
export function lifeOf(personId: string, stays: Stay[]): Life {
  const rows = stays.map(({ from, to, ...terms }) => ({
    ...terms,
    id: randomUUIDv7(),
    employmentId: randomUUIDv7(),
    validFrom: from,
    validTo: to,
  }))
  const employments = rows.map(({ employmentId, validFrom, validTo }) => ({
    id: employmentId,
    startDate: validFrom,
    lastDay: validTo,
  }))
  return { personId, timeline: { employments, rows } }
}

/** Writes lives directly to the tables, for tests that compare the answers of SQL with a calculation. */
export async function storeLives(server: TestServer, org: string, lives: Life[]): Promise<void> {
  const insert = (text: string, rows: object[]) => server.db.query(text, [org, JSON.stringify(rows)])
  await insert(
    `insert into people (org_id, id, given_name, family_name, preferred_name, work_email, work_email_key, search_text)
     select $1, id, coalesce(given_name, 'Pat'), coalesce(family_name, 'Person'), preferred_name, id || '@company.example', id || '@company.example', 'pat person ' || replace(id::text, '-', ' ') || '@company.example'
       from json_to_recordset($2) as p(id uuid, given_name text, family_name text, preferred_name text)`,
    lives.map(({ personId, names }) => ({ id: personId, ...names })),
  )
  await insert(
    `insert into employments (org_id, id, person_id, start_date, last_day, start_announced_at, left_announced_at, login_settled_at)
     select $1, id, person, "startDate", "lastDay", now(), now(), now()
       from json_to_recordset($2) as e(id uuid, person uuid, "startDate" date, "lastDay" date)`,
    lives.flatMap(({ personId, timeline }) =>
      timeline.employments.map((employment) => ({ ...employment, person: personId })),
    ),
  )
  await insert(
    `insert into job_rows (org_id, id, person_id, employment_id, valid_from, valid_to, title, unit_id, manager_id,
                           employment_type, fte, reason, contract_type, search_text, start_announced_at)
     select $1, id, person, "employmentId", "validFrom", "validTo", coalesce(title, 'Engineer'), unit_id, manager_id,
            'full_time', 1, 'hire', 'permanent', lower(coalesce(title, 'Engineer')), now()
       from json_to_recordset($2) as r(id uuid, person uuid, "employmentId" uuid, "validFrom" date, "validTo" date,
                                       title text, unit_id uuid, manager_id uuid)`,
    lives.flatMap(({ personId, timeline }) => timeline.rows.map((row) => ({ ...row, person: personId }))),
  )
  // Autovacuum does this within a minute. Until then PostgreSQL expects empty tables, and its plans are slow.
  await server.db.query('analyze people, employments, job_rows')
}
