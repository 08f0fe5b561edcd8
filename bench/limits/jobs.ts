import { randomUUIDv7 } from 'node:crypto'
import { personName, titleOn } from '../../src/queries/fragments.ts'
import { begin, today, withClient, type Caller } from './database.ts'

const lock = {
  name: 'lock_person',
  text: `select erased_at from people where org_id = $1 and id = $2 for no key update`,
}
const employments = {
  name: 'employments',
  text: `select * from employments e where e.org_id = $1 and e.person_id = $2 order by e.start_date`,
}
const history = {
  name: 'history',
  text: `
    select r.*, u.name as unit_name, ${personName('m')} as manager_name, ${titleOn('m', '$3')} as manager_title
      from job_rows r
      left join units u on u.org_id = $1 and u.id = r.unit_id
      left join people m on m.org_id = $1 and m.id = r.manager_id
     where r.org_id = $1 and r.person_id = $2
     order by r.valid_from`,
}
const facts = {
  name: 'facts',
  text: `select p.*, ${personName('p')} as name from people p where p.org_id = $1 and p.id = $2`,
}
const end = {
  name: 'end_row',
  text: `update job_rows set valid_to = $3::date - 1 where org_id = $1 and id = $2`,
}
const add = {
  name: 'add_row',
  text: `
    insert into job_rows (org_id, id, person_id, employment_id, valid_from, title, unit_id, manager_id, location_id,
                          legal_entity_id, employment_type, fte, reason, contract_type, own_terms, search_text)
    select org_id, $3, person_id, employment_id, $4, $5, unit_id, manager_id, location_id, legal_entity_id,
           employment_type, fte, $6, contract_type, '{title}', $7
      from job_rows where org_id = $1 and id = $2`,
}
const touch = {
  name: 'touch_person',
  text: `update people set updated_at = $3 where org_id = $1 and id = $2`,
}
const record = {
  name: 'record_change',
  text: `
    insert into activity (org_id, id, at, action, summary, actor_kind, actor_id, membership_id, via, subject_type,
                          subject_id, person_id, changes, request_id)
    values ($1, $2, $3, 'org.people.change_job', 'Changed the job of {subject}', 'api_key', $4, $5, 'api', 'person', $6,
            $6, $7, $8)`,
}
const announce = {
  name: 'announce_change',
  text: `
    insert into events (org_id, id, type, at, effective_date, subject_id, person_id, payload)
    values ($1, $2, 'person.job_changed', $4, $5, $6, $6, $7), ($1, $3, 'person.job_started', $4, $5, $6, $6, $8)`,
}

/**
 * What `org/people.change_job` does with another title from a day in the past on, for somebody whose last row begins
 * before: in two round trips, one to lock and read and one to write.
 */
export async function changeJob(caller: Caller, input: Record<string, unknown>): Promise<unknown> {
  const { org_id: org, credential_id, membership_id } = caller
  const { person_id: id, effective_date: day, reason, title } = input as Record<string, string>
  return withClient(async (client) => {
    const [, , { rows: stays }, { rows: jobs }, { rows: people }] = await Promise.all([
      client.query(begin(org)),
      client.query({ ...lock, values: [org, id] }),
      client.query({ ...employments, values: [org, id] }),
      client.query({ ...history, values: [org, id, today(caller.time_zone)] }),
      client.query({ ...facts, values: [org, id] }),
    ])
    const [stay, before, person] = [stays.at(-1), jobs.at(-1), people[0]]
    if (before.valid_from >= day!) throw new Error('a row begins on this day or later')
    const at = new Date().toISOString()
    const job = jobOf(before, { id: randomUUIDv7(), valid_from: day!, title: title!, reason: reason! })
    const about = personOf(person, { ...job, start_date: stay.start_date })
    const told = { person_id: id, job_id: job.id, effective_date: day, person: about, job }
    const changes = [
      { field: 'effective_date', before: null, after: day },
      { field: 'reason', before: null, after: reason },
      { field: 'title', before: before.title, after: title },
    ]
    const [, , , , , { command }] = await Promise.all([
      client.query({ ...end, values: [org, before.id, day] }),
      client.query({ ...add, values: [org, before.id, job.id, day, title, reason, title!.toLowerCase()] }),
      client.query({ ...touch, values: [org, id, at] }),
      client.query({
        ...record,
        values: [
          org,
          randomUUIDv7(),
          at,
          credential_id,
          membership_id,
          id,
          JSON.stringify(changes),
          randomUUIDv7(),
        ],
      }),
      client.query({
        ...announce,
        values: [
          org,
          randomUUIDv7(),
          randomUUIDv7(),
          at,
          day,
          id,
          JSON.stringify({ ...told, changed: ['title'] }),
          JSON.stringify(told),
        ],
      }),
      client.query('commit'),
    ])
    if (command !== 'COMMIT') throw new Error('not committed')
    return { person_id: id, job, approval: null, warnings: [] }
  })
}

type Stored = Record<string, string | number | null>

function jobOf(row: Stored, changed: { id: string; valid_from: string; title: string; reason: string }) {
  return {
    id: changed.id,
    valid_from: changed.valid_from,
    valid_to: null,
    title: changed.title,
    unit: row['unit_id'] ? { id: row['unit_id'], name: row['unit_name'] } : null,
    manager: row['manager_id']
      ? { id: row['manager_id'], name: row['manager_name'], title: row['manager_title'], photo_url: null }
      : null,
    location: null,
    legal_entity: null,
    employment_type: row['employment_type'],
    fte: row['fte'],
    reason: changed.reason,
    end_reason: null,
    contract_type: row['contract_type'],
    contract_end_date: null,
    probation_end_date: null,
    weekly_hours: null,
    notice_period_days: null,
  }
}

function personOf(
  person: Stored,
  job: { title: string; unit: unknown; manager: unknown; start_date: string },
) {
  return {
    id: person['id'],
    employee_number: person['employee_number'],
    given_name: person['given_name'],
    family_name: person['family_name'],
    preferred_name: person['preferred_name'],
    name: person['name'],
    work_email: person['work_email'],
    work_phone: person['work_phone'],
    status: 'active',
    title: job.title,
    unit: job.unit,
    manager: job.manager,
    location: null,
    start_date: job.start_date,
    original_start_date: job.start_date,
    end_date: null,
  }
}
