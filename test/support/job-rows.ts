import { searchText } from '../../src/domain/search.ts'
import type { TestServer } from './server.ts'

export interface RowDetails {
  title: string
  manager_id?: string | null
  /** The last day; left out: until further notice. */
  to?: string
}

/** Ends the last job row on the day before and adds another one, as a change of job does. */
export async function addJobRow(
  server: TestServer,
  org: string,
  person: string,
  from: string,
  { title, manager_id, to }: RowDetails,
): Promise<void> {
  await server.db.query(
    `update job_rows set valid_to = $3::date - 1 where org_id = $1 and person_id = $2 and valid_to is null`,
    [org, person, from],
  )
  await server.db.query(
    `insert into job_rows (org_id, id, person_id, employment_id, valid_from, valid_to, title, manager_id,
                           employment_type, fte, reason, contract_type, search_text, start_announced_at)
     select $1, gen_random_uuid(), $2, e.id, $3, $4, $5, $6, 'full_time', 1, 'change', 'permanent', $7,
            case when $3::date <= current_date then now() end
       from employments e where e.org_id = $1 and e.person_id = $2 order by e.start_date desc limit 1`,
    [org, person, from, to, title, manager_id, searchText(title)],
  )
}

/** Adds another employment of a person who has left, with its first job row. */
export async function addEmployment(
  server: TestServer,
  org: string,
  person: string,
  from: string,
  details: RowDetails,
): Promise<void> {
  await server.db.query(
    `insert into employments (org_id, id, person_id, start_date, last_day, start_announced_at, left_announced_at, login_settled_at)
     select $1, gen_random_uuid(), $2, $3, $4, case when $3::date <= current_date then now() end, past.at, past.at
       from (select case when $4::date < current_date then now() end as at) past`,
    [org, person, from, details.to],
  )
  await addJobRow(server, org, person, from, details)
}
