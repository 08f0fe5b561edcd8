import type { Knex } from 'knex'
import { sql, type Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { EmploymentStatus, JobTerms } from '../../domain/employment.ts'
import { searchWords } from '../../domain/search.ts'
import { hasLogin, inForce, likeText, personName } from '../fragments.ts'

/** A job row as it is stored; references are ids. */
export interface JobRecord extends JobTerms {
  id: string
  valid_from: Day
  valid_to: Day | null
  reason: string
  end_reason: string | null
}

/**
 * A person on a day, with one job row: the one in force; before the first day the first one, after the last day the
 * last one. `id` is the id of the person, `job_id` that of the row.
 */
export interface PersonRow extends Omit<JobRecord, 'id'> {
  id: string
  employee_number: string | null
  given_name: string
  family_name: string
  preferred_name: string | null
  name: string
  work_email: string
  work_phone: string | null
  erased_at: string | null
  created_at: string
  updated_at: string
  has_login: boolean
  status: EmploymentStatus
  start_date: Day
  end_date: Day | null
  original_start_date: Day
  job_id: string
  /** The job row after this one; null when nothing is scheduled. */
  following: JobRecord | null
}

export interface PeopleFilter {
  asOf: Day
  status?: EmploymentStatus | 'all' | undefined
  /** Answered by `searchPeople`. */
  search?: Search | undefined
  personId?: string | undefined
  unitId?: string | undefined
  includeSubunits?: boolean | undefined
  locationId?: string | undefined
  managerId?: string | undefined
  joined?: { from: Day; to: Day } | undefined
  left?: { from: Day; to: Day } | undefined
}

/** Words, and who can have them all. */
export interface Search {
  /** One pattern for each word. */
  patterns: string[]
  /** People among whom all who have the words are; undefined when these are too many to name. */
  among: string[] | undefined
}

export interface Page {
  limit?: number | undefined
  /** The id of the last person of the page before. */
  afterId?: string | undefined
}

/** The condition that a job row ended before the day. It is null for an open row. */
const over = (row: string) => `${row}.valid_to < :day`

/**
 * The condition that selects one job row for each person: the first that is not over, else the last. The rows of a
 * person never overlap, so only a row that is not in force must be compared with the others.
 */
const shown = `
  case when ${over('r')}
       then not exists (select 1 from job_rows later
                         where later.org_id = :org and later.person_id = r.person_id and later.valid_from > r.valid_from)
       else r.valid_from <= :day
            or not exists (select 1 from job_rows earlier
                            where earlier.org_id = :org and earlier.person_id = r.person_id
                              and earlier.valid_from < r.valid_from and ${over('earlier')} is not true)
  end`

const statusColumn = `case when ${over('r')} then 'terminated' when r.valid_from > :day then 'pre_hire' else 'active' end`

const columns = `
  p.id, p.employee_number, p.given_name, p.family_name, p.preferred_name, ${personName('p')} as name, p.work_email,
  p.work_phone, p.erased_at, p.created_at, p.updated_at, login.person_id is not null as has_login,
  ${statusColumn} as status, e.start_date, e.last_day as end_date,
  (select first.start_date from employments first
    where first.org_id = :org and first.person_id = p.id
    order by first.start_date limit 1) as original_start_date,
  r.id as job_id, r.valid_from, r.valid_to, r.title, r.unit_id, r.manager_id, r.location_id, r.legal_entity_id,
  r.employment_type, r.fte, r.reason, r.end_reason, r.contract_type, r.contract_end_date, r.probation_end_date,
  r.weekly_hours, r.notice_period_days,
  case when r.valid_to is not null then
    (select to_jsonb(n) from job_rows n
      where n.org_id = :org and n.person_id = r.person_id and n.valid_from > r.valid_from
      order by n.valid_from limit 1)
  end as following`

/**
 * Joins of the records that belong to a job row. `offset 0` forces the planner to look up each one by its key. One plan
 * serves all organizations, large and small; without this, the planner could choose to read a whole table for each row,
 * which is fast in a small organization and takes time with the square of the number of people in a large one.
 */
const joins = {
  person: `
    join lateral (select * from people where people.org_id = :org and people.id = r.person_id offset 0) p on true`,
  employment: `
    join lateral (select * from employments
                   where employments.org_id = :org and employments.id = r.employment_id offset 0) e on true`,
  login: `
    left join lateral (select m.person_id from memberships m
                        where m.org_id = :org and m.person_id = r.person_id
                          and (select ${hasLogin('u')} from users u where u.org_id = :org and u.id = m.user_id)
                       offset 0) login on true`,
}

/**
 * The job rows of the people that pass the filter. People (`p`) and employments (`e`) are joined only when the filter
 * needs them.
 *
 * @param named whether the caller needs `p`, to sort by name
 */
function people(db: Db, filter: PeopleFilter, named: boolean): Knex.QueryBuilder {
  const on = { org: db.orgId, day: filter.asOf }
  const query = sql('job_rows as r').where('r.org_id', db.orgId).whereRaw(shown, on)
  if (named || filter.search || filter.status === 'terminated') query.joinRaw(joins.person, on)
  if (filter.joined || filter.left) query.joinRaw(joins.employment, on)
  narrowToStatus(query, filter)
  if (filter.personId) query.where('r.person_id', filter.personId)
  if (filter.unitId) narrowToUnit(query, db, filter)
  if (filter.locationId) query.where('r.location_id', filter.locationId)
  if (filter.managerId) query.where('r.manager_id', filter.managerId)
  if (filter.joined) query.whereBetween('e.start_date', [filter.joined.from, filter.joined.to])
  if (filter.left) query.whereBetween('e.last_day', [filter.left.from, filter.left.to])
  if (filter.search) narrowToSearch(query, filter.search)
  return query
}

/** Without a status: people who work here or start later. Erased people are shown only with `all`. */
function narrowToStatus(query: Knex.QueryBuilder, { status, asOf, personId }: PeopleFilter): void {
  if (status === undefined && personId === undefined)
    query.whereRaw(`${over('r')} is not true`, { day: asOf })
  if (status === 'active') query.whereRaw(inForce('r', ':day'), { day: asOf })
  if (status === 'pre_hire') query.whereRaw('r.valid_from > :day', { day: asOf })
  if (status === 'terminated') query.whereRaw(`${over('r')} and p.erased_at is null`, { day: asOf })
}

/** If a word finds more people than this, the list reads all people of the organization instead of each of these. */
const mostCandidates = 2000
/** How many words are looked up: the longest ones, because few people have them. */
const wordsLookedUp = 3

/**
 * Looks for people in whose name, preferred name, e-mail or title each word of a text occurs. The order of the words
 * does not matter, because some people type the family name first. An index finds those who have each of the words in
 * any of their jobs; the list then compares all words with the job that it shows.
 *
 * @param text with at least one word
 */
export async function searchPeople(db: Db, text: string): Promise<Search> {
  const patterns = searchWords(text).map((word) => `%${likeText(word)}%`)
  const longest = patterns.toSorted((a, b) => b.length - a.length).slice(0, wordsLookedUp)
  const found = await Promise.all(longest.map((pattern) => findPeople(db, pattern)))
  const complete = found.filter((ids) => ids.size <= mostCandidates)
  if (complete.length === 0) return { patterns, among: undefined }
  return { patterns, among: [...complete.reduce((all, ids) => all.intersection(ids))] }
}

/** The ids of those who have the word in any of their jobs: all of them, or more than `mostCandidates`. */
async function findPeople(db: Db, pattern: string): Promise<Set<string>> {
  const rows = await db.query<{ person_id: string }>(`select person_id from find_people($1, $2)`, [
    pattern,
    mostCandidates + 1,
  ])
  return new Set(rows.map(({ person_id: id }) => id))
}

/** The SQL is the same for any number of words and people, so that it is planned only once. */
function narrowToSearch(query: Knex.QueryBuilder, { patterns, among }: Search): void {
  if (among) query.whereRaw('r.person_id = any(:among::uuid[])', { among: `{${among.join(',')}}` })
  query.whereRaw(
    `p.search_text || ' ' || r.search_text like all (array(select json_array_elements_text(:patterns)))`,
    { patterns: JSON.stringify(patterns) },
  )
}

function narrowToUnit(query: Knex.QueryBuilder, db: Db, { unitId, includeSubunits }: PeopleFilter): void {
  if (!includeSubunits) query.where('r.unit_id', unitId)
  else
    query.whereRaw(
      `r.unit_id in (with recursive below as (
         select u.id from units u where u.org_id = :org and u.id = :unit
         union
         select u.id from below b join units u on u.org_id = :org and u.parent_id = b.id)
       select id from below)`,
      { org: db.orgId, unit: unitId as string },
    )
}

const byName = 'p.family_name, p.given_name, p.id'

/**
 * People by family name, given name and id. First the job rows of the page are found; only for those the rest of their
 * fields is looked up.
 */
function selectPeople(db: Db, filter: PeopleFilter, page: Page): Knex.QueryBuilder {
  const paged = page.limit !== undefined || page.afterId !== undefined
  const rows = people(db, filter, paged).select('r.*')
  if (page.limit) rows.orderByRaw(byName).limit(page.limit)
  if (page.afterId)
    rows.whereRaw(
      `(p.family_name, p.given_name, p.id) > (select a.family_name, a.given_name, a.id from people a
                                               where a.org_id = ? and a.id = ?)`,
      [db.orgId, page.afterId],
    )
  const on = { org: db.orgId, day: filter.asOf }
  return sql
    .from(rows.as('r'))
    .joinRaw(joins.person, on)
    .joinRaw(joins.employment, on)
    .joinRaw(joins.login, on)
    .select(sql.raw(columns, on))
    .orderByRaw(byName)
}

/** A page of people. Without a limit: everyone who passes the filter. */
export const listPeople = (db: Db, filter: PeopleFilter, page: Page = {}): Promise<PersonRow[]> =>
  db.run(selectPeople(db, filter, page))

/** More people are read in batches. Fewer are read at once, because that statement is planned only once. */
const mostAtOnce = 250

/**
 * Everyone who passes the filter, in batches.
 *
 * @param total how many they are
 */
export async function* eachPerson(
  db: Db,
  filter: PeopleFilter,
  page: Page,
  total: number,
): AsyncGenerator<PersonRow[]> {
  if (total > mostAtOnce) yield* db.runInBatches<PersonRow>(selectPeople(db, filter, page))
  else yield await listPeople(db, filter, page)
}

/** A person, and the day as of which they are asked for. */
export interface PersonOnDay {
  personId: string
  day: Day
}

/** People, each as of a day of their own, with that day as `as_of`. Erased people and those who have left are found, too. */
export function listPeopleOnDays(
  db: Db,
  asked: readonly PersonOnDay[],
): Promise<(PersonRow & { as_of: Day })[]> {
  const on = { org: db.orgId, day: sql.raw('asked.day') }
  const given = JSON.stringify(asked.map(({ personId, day }) => ({ person_id: personId, day })))
  const query = sql
    .from(sql.raw('jsonb_to_recordset(?::jsonb) as asked(person_id uuid, day date)', [given]))
    .joinRaw('join job_rows r on r.person_id = asked.person_id')
    .where('r.org_id', db.orgId)
    .whereRaw(shown, on)
    .joinRaw(joins.person, on)
    .joinRaw(joins.employment, on)
    .joinRaw(joins.login, on)
    .select(sql.raw(columns, on), 'asked.day as as_of')
  return db.run(query)
}

/** How many people pass the filter. */
export async function countPeople(db: Db, filter: PeopleFilter): Promise<number> {
  const query = people(db, filter, false).select(sql.raw('count(*)::int as total'))
  const [row] = await db.run<{ total: number }>(query)
  return row?.total ?? 0
}

/** The statement of `getPerson`. It is always the same, so it is not built for each call. */
const personText = `
  select ${columns}
    from (select r.* from job_rows r where r.org_id = :org and r.person_id = :person and ${shown}) r
    ${joins.person} ${joins.employment} ${joins.login}`
  .replaceAll(':org', '$1')
  .replaceAll(':person', '$2')
  .replaceAll(':day', '$3')

/** One person as of a day. Erased people and those who have left are found, too. */
export async function getPerson(db: Db, personId: string, asOf: Day): Promise<PersonRow | undefined> {
  const [row] = await db.query<PersonRow>(personText, [db.orgId, personId, asOf])
  return row
}
