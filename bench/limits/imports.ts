import { randomUUIDv7 } from 'node:crypto'
import {
  eventOf,
  insertActivity,
  insertEvents,
  insertJobRows,
  jobFacts,
  logOf,
  personFacts,
} from './bulk-writes.ts'
import { begin, today, withClient, type Caller } from './database.ts'

/** The columns of the files of the benchmark, in this order; no cell needs quotation marks. */
type Cells = [given: string, family: string, email: string, title: string, team: string, manager: string]

interface Person {
  id: string
  key: string
  given_name: string
  family_name: string
  work_email: string
}

interface Stay {
  id: string
  person_id: string
  start_date: string
  last_day: string | null
}

interface Job {
  id: string
  person_id: string
  employment_id: string
  valid_from: string
  valid_to: string | null
  title: string
  unit_id: string
  manager_id: string
  own_terms: string[]
}

const people = {
  name: 'limit_import_people',
  text: `select p.id, p.work_email_key as key, p.given_name, p.family_name, p.work_email
           from people p where p.org_id = $1 and p.work_email_key = any($2::text[]) order by p.id for no key update`,
}
const stays = {
  name: 'limit_import_employments',
  text: `select e.id, e.person_id, e.start_date, e.last_day from employments e
          where e.org_id = $1 and e.person_id = any($2::uuid[]) order by e.start_date`,
}
const histories = {
  name: 'limit_import_rows',
  text: `select j.* from job_rows j where j.org_id = $1 and j.person_id = any($2::uuid[]) order by j.valid_from`,
}
const references = {
  name: 'limit_import_references',
  text: `select id, name_key as key, name from units where org_id = $1 and name_key = any($2::text[])
          union all
         select id, work_email_key, given_name || ' ' || family_name from people
          where org_id = $1 and work_email_key = any($3::text[])`,
}
const endRows = {
  name: 'limit_import_end',
  text: `update job_rows set valid_to = $3::date - 1 where org_id = $1 and id = any($2::uuid[])`,
}
const retitle = {
  name: 'limit_import_retitle',
  text: `update job_rows j set title = n.title, search_text = lower(n.title)
           from unnest($2::uuid[], $3::text[]) as n(id, title) where j.org_id = $1 and j.id = n.id`,
}
const touch = {
  name: 'limit_import_touch',
  text: `update people set updated_at = $3 where org_id = $1 and id = any($2::uuid[])`,
}

/**
 * What `org/people.import_csv` does for people who all exist, work here and stay in their units: who has another title gets
 * another row from today on, and a row that began today is corrected.
 */
export async function importCsv(caller: Caller, input: Record<string, unknown>): Promise<unknown> {
  const { org_id: org } = caller
  const [, ...lines] = (input['csv'] as string).trimEnd().split('\n')
  const given = lines.map((line) => line.split(',') as Cells)
  const each = (index: 2 | 4 | 5) => [...new Set(given.map((cells) => cells[index].toLowerCase()))]
  const rows = await withClient(async (client) => {
    const [, { rows: found }, { rows: named }] = await Promise.all([
      client.query(begin(org)),
      client.query<Person>({ ...people, values: [org, each(2)] }),
      client.query<{ id: string; key: string; name: string }>({
        ...references,
        values: [org, each(4), each(5)],
      }),
    ])
    const ids = found.map(({ id }) => id)
    const [{ rows: employments }, { rows: jobs }] = await Promise.all([
      client.query<Stay>({ ...stays, values: [org, ids] }),
      client.query<Job>({ ...histories, values: [org, ids] }),
    ])
    const byKey = new Map(found.map((person) => [person.key, person]))
    const stayOf = new Map(employments.map((stay) => [stay.person_id, stay]))
    const jobOf = new Map(jobs.map((job) => [job.person_id, job]))
    const recordOf = new Map(named.map(({ key, id, name }) => [key, { id, name }]))
    const changes = given.flatMap(([given_name, family_name, email, title, team, manager]) => {
      const person = byKey.get(email.toLowerCase())!
      const held = jobOf.get(person.id)!
      const unit = recordOf.get(team.toLowerCase())!
      const lead = recordOf.get(manager.toLowerCase())!
      if (person.given_name !== given_name || person.family_name !== family_name)
        throw new Error('another name')
      if (held.unit_id !== unit.id || held.manager_id !== lead.id) throw new Error('another place')
      return held.title === title
        ? []
        : { person, held, title, unit, manager: lead, stay: stayOf.get(person.id)! }
    })
    const writes = changes.length === 0 ? [] : writesOf(caller, changes)
    const results = await Promise.all([...writes, 'commit'].map((one) => client.query(one as string)))
    if (results.at(-1)?.command !== 'COMMIT') throw new Error('not committed')
    const changed = new Set(changes.map(({ person }) => person.id))
    return given.map(([, , email], index) => {
      const { id } = byKey.get(email.toLowerCase())!
      return { row: index + 2, outcome: changed.has(id) ? 'updated' : 'unchanged', person_id: id }
    })
  })
  const updated = rows.filter(({ outcome }) => outcome === 'updated').length
  return {
    created: 0,
    updated,
    unchanged: rows.length - updated,
    rows,
    row_errors: [],
    warnings: [],
    team_lead_managers: 0,
  }
}

interface Change {
  person: Person
  held: Job
  title: string
  unit: { id: string; name: string }
  manager: { id: string; name: string }
  stay: Stay
}

function writesOf(caller: Caller, changes: Change[]) {
  const { org_id: org } = caller
  const at = new Date().toISOString()
  const day = today(caller.time_zone)
  const line = logOf(caller, 'org.people.import_csv', at)
  const all = changes.map((change) => {
    const corrected = change.held.valid_from === day
    const id = corrected ? change.held.id : randomUUIDv7()
    const { title, unit, manager } = change
    return { ...change, corrected, job: { id, valid_from: day, title, unit, manager, reason: 'change' } }
  })
  const added = all.filter(({ corrected }) => !corrected)
  const corrected = all.filter((change) => change.corrected)
  const summary = `Imported people from CSV: created nothing; changed ${all.length} people`
  const activity = all.map(({ person, held, title, corrected }) =>
    line(
      corrected ? `Corrected the job of {subject} from ${day} on` : 'Changed the job of {subject}',
      person.id,
      [
        ...(corrected ? [] : [{ field: 'effective_date', before: null, after: day }]),
        ...(corrected ? [] : [{ field: 'reason', before: null, after: 'change' }]),
        { field: 'title', before: held.title, after: title },
      ],
    ),
  )
  const events = all.flatMap(({ person, stay, job, corrected }) => {
    const told = {
      person_id: person.id,
      job_id: job.id,
      effective_date: day,
      person: personFacts({ ...person, start_date: stay.start_date }, job),
      job: jobFacts(job),
    }
    const types = corrected ? ['job.corrected'] : ['person.job_changed', 'person.job_started']
    return types.map((type) => eventOf(type, at, day, person.id, { ...told, changed: ['title'] }))
  })
  const rows = added.map(({ job: { unit, manager, ...job }, held }) => ({
    ...job,
    unit_id: unit.id,
    manager_id: manager.id,
    person_id: held.person_id,
    employment_id: held.employment_id,
    employment_type: 'full_time',
    fte: 1,
    contract_type: 'permanent',
    own_terms: ['title'],
    search_text: job.title.toLowerCase(),
    start_announced_at: at,
  }))
  return [
    ...(added.length > 0
      ? [{ ...endRows, values: [org, added.map(({ held }) => held.id), day] }, insertJobRows(org, rows)]
      : []),
    ...(corrected.length > 0
      ? [
          {
            ...retitle,
            values: [org, corrected.map(({ job }) => job.id), corrected.map(({ title }) => title)],
          },
        ]
      : []),
    { ...touch, values: [org, all.map(({ person }) => person.id), at] },
    insertActivity(org, [line(summary, null, []), ...activity]),
    insertEvents(org, events),
  ]
}
