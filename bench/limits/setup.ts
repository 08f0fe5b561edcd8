import { randomUUIDv7 } from 'node:crypto'
import {
  eventOf,
  insertActivity,
  insertEmployments,
  insertEvents,
  insertJobRows,
  insertPeople,
  jobFacts,
  logOf,
  personFacts,
} from './bulk-writes.ts'
import { begin, withClient, type Caller } from './database.ts'

/** A new person, as the row of the benchmark sends them: each has all of these fields. */
export interface NewPerson {
  given_name: string
  family_name: string
  work_email: string
  title: string
  unit: string
  manager_email: string
  start_date: string
}

interface Named {
  id: string
  key: string
  name: string
}

const unitsNamed = {
  name: 'limit_units_named',
  text: `select id, name_key as key, name from units where org_id = $1 and name_key = any($2::text[])`,
}
const peopleNamed = {
  name: 'limit_people_named',
  text: `select id, work_email_key as key, given_name || ' ' || family_name as name
           from people where org_id = $1 and work_email_key = any($2::text[])`,
}
const allTerms = [
  ...['title', 'unit_id', 'manager_id', 'location_id', 'legal_entity_id', 'employment_type', 'fte'],
  ...['contract_type', 'contract_end_date', 'probation_end_date', 'weekly_hours', 'notice_period_days'],
]

/** What `org/setup.apply` does for people who are all new and have started, with units and managers that exist. */
export async function applySetup(caller: Caller, input: Record<string, unknown>): Promise<unknown> {
  const { org_id: org } = caller
  const given = input['people'] as NewPerson[]
  const keys = (field: 'unit' | 'manager_email') => [
    ...new Set(given.map((person) => person[field].toLowerCase())),
  ]
  await withClient(async (client) => {
    const [, { rows: units }, { rows: managers }] = await Promise.all([
      client.query(begin(org)),
      client.query<Named>({ ...unitsNamed, values: [org, keys('unit')] }),
      client.query<Named>({ ...peopleNamed, values: [org, keys('manager_email')] }),
    ])
    const rows = rowsOf(caller, given, byKey(units), byKey(managers))
    const results = await Promise.all([
      client.query(insertPeople(org, rows.people)),
      client.query(insertEmployments(org, rows.employments)),
      client.query(insertJobRows(org, rows.jobs)),
      client.query(insertActivity(org, rows.activity)),
      client.query(insertEvents(org, rows.events)),
      client.query('commit'),
    ])
    if (results.at(-1)?.command !== 'COMMIT') throw new Error('not committed')
  })
  return {
    created: { locations: 0, units: 0, people: given.length },
    updated: { locations: 0, units: 0, people: 0 },
    warnings: [],
    notes: [],
    team_lead_managers: 0,
  }
}

const byKey = (records: Named[]) => new Map(records.map(({ key, id, name }) => [key, { id, name }]))

type Records = ReturnType<typeof byKey>

function rowsOf(caller: Caller, given: NewPerson[], units: Records, managers: Records) {
  const at = new Date().toISOString()
  const line = logOf(caller, 'org.setup.apply', at)
  const first = line(`Set up much at once: created ${given.length} people; changed nothing`, null, [])
  const people = given.map((input) => {
    const { given_name, family_name, work_email, title, start_date } = input
    const unit = units.get(input.unit.toLowerCase())!
    const manager = managers.get(input.manager_email.toLowerCase())!
    const key = work_email.toLowerCase()
    const search_text = `${given_name} ${family_name} ${work_email}`.toLowerCase()
    const person = {
      id: randomUUIDv7(),
      given_name,
      family_name,
      work_email,
      work_email_key: key,
      search_text,
    }
    const job = { id: randomUUIDv7(), valid_from: start_date, title, unit, manager, reason: 'hire' }
    return { person, job, employmentId: randomUUIDv7(), startDate: start_date }
  })
  return {
    people: people.map(({ person }) => person),
    employments: people.map(({ person, employmentId, startDate }) => ({
      id: employmentId,
      person_id: person.id,
      start_date: startDate,
      start_announced_at: at,
    })),
    jobs: people.map(({ person, job: { unit, manager, ...job }, employmentId }) => ({
      ...job,
      unit_id: unit.id,
      manager_id: manager.id,
      person_id: person.id,
      employment_id: employmentId,
      employment_type: 'full_time',
      fte: 1,
      contract_type: 'permanent',
      own_terms: allTerms,
      search_text: job.title.toLowerCase(),
      start_announced_at: at,
    })),
    activity: [
      first,
      ...people.map(({ person, job, startDate }) =>
        line('Hired {subject}', person.id, [
          { field: 'start_date', before: null, after: startDate },
          { field: 'title', before: null, after: job.title },
          { field: 'unit_id', before: null, after: job.unit },
          { field: 'manager_id', before: null, after: { id: job.manager.id, type: 'person' } },
          { field: 'employment_type', before: null, after: 'full_time' },
          { field: 'fte', before: null, after: 1 },
          { field: 'contract_type', before: null, after: 'permanent' },
          { field: 'work_email', before: null, after: null },
        ]),
      ),
    ],
    events: people.flatMap(({ person, job, startDate }) => {
      const told = {
        person_id: person.id,
        effective_date: startDate,
        person: personFacts({ ...person, start_date: startDate }, job),
        job: jobFacts(job),
      }
      return ['person.hired', 'person.started'].map((type) => eventOf(type, at, startDate, person.id, told))
    }),
  }
}
