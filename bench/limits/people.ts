import type pg from 'pg'
import { encodeCursor } from '../../src/domain/cursor.ts'
import { findMissing } from '../../src/queries/existence.ts'
import { countPeople, listPeople, type PersonRow } from '../../src/queries/org/people.ts'
import type { PeopleFilter } from '../../src/queries/org/people-filter.ts'
import { searchPeople } from '../../src/queries/org/people-search.ts'
import { loadReferences } from '../../src/queries/org/references.ts'
import {
  begin,
  databaseOn,
  fill,
  slots,
  statementsOf,
  today,
  withClient,
  type Caller,
  type Statement,
} from './database.ts'

/** The size of the page that the benchmark asks for. One row more is read, to see whether there is a next page. */
const pageSize = 50
/** Those who were found, and the words that are compared. Each call replaces both. */
const ofSearch = { asOf: slots.day, search: { patterns: [slots.text], among: [slots.id] } }
const somebody = { unit_id: slots.id, manager_id: slots.id } as PersonRow

const [all] = (await statementsOf((db) => listPeople(db, { asOf: slots.day }))) as [Statement]
const [foundPage] = (await statementsOf((db) => listPeople(db, ofSearch, { limit: pageSize + 1 }))) as [
  Statement,
]
const [foundCount] = (await statementsOf((db) => countPeople(db, ofSearch))) as [Statement]
const [references] = (await statementsOf((db) => loadReferences(db, [somebody], slots.day))) as [Statement]

/** The statements for a page of those who have something in common, which an id in the input names. */
const pages = {
  limit: await pageOfEverybody({ asOf: slots.day }),
  unit_id: await pageOfAll('unit', { asOf: slots.day, unitId: slots.id, includeSubunits: false }),
  manager_id: await pageOfAll('person', { asOf: slots.day, managerId: slots.id }),
}

async function pageOfEverybody(filter: PeopleFilter): Promise<Statement[]> {
  const all = await Promise.all([
    statementsOf((db) => listPeople(db, filter, { limit: pageSize + 1 })),
    statementsOf((db) => countPeople(db, filter)),
  ])
  return all.flat()
}

async function pageOfAll(kind: 'unit' | 'person', filter: PeopleFilter): Promise<Statement[]> {
  const all = await Promise.all([
    statementsOf((db) => findMissing(db, { id: [kind, slots.id] })),
    statementsOf((db) => listPeople(db, filter, { limit: pageSize + 1 })),
    statementsOf((db) => countPeople(db, filter)),
  ])
  return all.flat()
}

type Name = { id: string; name: string; title: string | null; has_left: boolean }
type Names = Map<string, Name>

/** What a list answers of some people; the names are those of the records that they refer to. */
export const peopleOf = (rows: PersonRow[], names: Names, day: string): Record<string, unknown>[] =>
  answer(rows, rows.length, names, day).people

/** What `org/people.list` answers. */
export async function listOfPeople(
  { org_id, time_zone }: Caller,
  input: Record<string, unknown>,
): Promise<unknown> {
  const day = today(time_zone)
  const field = (['unit_id', 'manager_id', 'limit'] as const).find((name) => input[name] !== undefined)
  return withClient(async (client) => {
    client.query(begin(org_id, ' read only')).catch(() => undefined)
    const q = input['q'] as string | undefined
    if (q !== undefined) {
      const [{ rows }, { rows: counts }] = await searched(client, q, org_id, day)
      return pageOf(client, rows, counts[0]!.total, org_id, day)
    }
    if (field === undefined) {
      const { rows } = await client.query<PersonRow>(fill(all, org_id, day))
      return answer(rows, rows.length, await namesFor(client, rows, org_id, day), day)
    }
    const id = field === 'limit' ? undefined : (input[field] as string)
    const answers = await Promise.all(
      pages[field].map((statement) => client.query(fill(statement, org_id, day, id))),
    )
    const [page, count] = answers.slice(-2)
    return pageOf(client, page!.rows, count!.rows[0].total, org_id, day)
  })
}

async function pageOf(
  client: pg.PoolClient,
  rows: PersonRow[],
  total: number,
  org: string,
  day: string,
): Promise<unknown> {
  const shown = rows.slice(0, pageSize)
  const next = rows.length > pageSize ? encodeCursor('people', rows[pageSize - 1]!.id) : null
  return answer(shown, total, await namesFor(client, shown, org, day), day, next)
}

/** Looks the words up, then lists and counts the people among those who were found. */
async function searched(
  client: pg.PoolClient,
  q: string,
  org: string,
  day: string,
): Promise<[pg.QueryResult<PersonRow>, pg.QueryResult<{ total: number }>]> {
  const found = await searchPeople(databaseOn(client, org), q)
  const values = new Map<unknown, unknown>([
    [JSON.stringify([slots.text]), JSON.stringify(found.patterns)],
    [`{${slots.id}}`, `{${(found.among ?? []).join(',')}}`],
  ])
  const filled = (statement: Statement): pg.QueryConfig => {
    const one = fill(statement, org, day)
    return { ...one, values: one.values!.map((value) => values.get(value) ?? value) }
  }
  return Promise.all([client.query(filled(foundPage)), client.query(filled(foundCount))])
}

/** Reads the names. This is the last query of the transaction, so `commit` is sent together with it. */
export async function namesFor(
  client: pg.PoolClient,
  rows: PersonRow[],
  org: string,
  day: string,
): Promise<Names> {
  const places = new Set(
    rows.flatMap((row) => [row.unit_id, row.location_id, row.legal_entity_id].filter((id) => id !== null)),
  )
  const managers = new Set(rows.map((row) => row.manager_id).filter((id) => id !== null))
  const [found] = await Promise.all([
    client.query<Name>({ ...references, values: [org, [...places], [...managers], day, day] }),
    client.query('commit'),
  ])
  return new Map(found.rows.map((row) => [row.id, row]))
}

function answer(rows: PersonRow[], total: number, names: Names, day: string, next: string | null = null) {
  const named = (id: string | null) => (id === null ? null : { id, name: names.get(id)?.name ?? '' })
  const person = (id: string | null) => {
    if (id === null) return null
    const found = names.get(id)
    return { id, name: found?.name ?? '', title: found?.title ?? null, photo_url: null }
  }
  const people = rows.map((row) => {
    const job = {
      id: row.job_id,
      valid_from: row.valid_from,
      valid_to: row.valid_to,
      title: row.title,
      unit: named(row.unit_id),
      manager: person(row.manager_id),
      location: named(row.location_id),
      legal_entity: named(row.legal_entity_id),
      employment_type: row.employment_type,
      fte: row.fte,
      reason: row.reason,
      end_reason: row.end_reason,
      contract_type: row.contract_type,
      contract_end_date: row.contract_end_date,
      probation_end_date: row.probation_end_date,
      weekly_hours: row.weekly_hours,
      notice_period_days: row.notice_period_days,
    }
    return {
      id: row.id,
      employee_number: row.employee_number,
      given_name: row.given_name,
      family_name: row.family_name,
      preferred_name: row.preferred_name,
      name: row.name,
      work_email: row.work_email,
      work_phone: row.work_phone,
      photo_url: null,
      status: row.status,
      title: row.title,
      unit: job.unit,
      manager: names.get(row.manager_id ?? '')?.has_left ? null : job.manager,
      location: job.location,
      start_date: row.start_date,
      custom: {},
      original_start_date: row.original_start_date,
      end_date: row.end_date,
      job,
      next_job: null,
      has_login: row.has_login,
      erased_at: row.erased_at,
      created_at: row.created_at,
      updated_at: row.updated_at,
      hidden_fields: [],
    }
  })
  return { as_of: day, total, people, next, did_you_mean: [] }
}
