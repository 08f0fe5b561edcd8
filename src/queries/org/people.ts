import { sql, type Composed, type Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { EmploymentStatus, JobTerms } from '../../domain/employment.ts'
import type { PersonValues } from '../../domain/person-fields.ts'
import { personColumns, personName, termColumns } from '../fragments.ts'
import { named } from '../named-parameters.ts'
import { countByStatus } from './people-count.ts'
import {
  found,
  isWhole,
  isWide,
  joins,
  over,
  shown,
  valuesOf,
  walked,
  type PeopleFilter,
} from './people-filter.ts'

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
export interface PersonRow extends Omit<JobRecord, 'id'>, PersonValues {
  id: string
  name: string
  photo_hash: string | null
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

export interface Page {
  limit?: number | undefined
  /** The id of the last person of the page before. */
  afterId?: string | undefined
  /** The number of people who pass the filter, if it is known. Needed for filters that `needsTotal` names. */
  total?: number | undefined
}

const statusColumn = `case when ${over('r')} then 'terminated' when r.valid_from > :day then 'pre_hire' else 'active' end`

const columns = `
  p.id, ${personColumns('p')}, ${personName('p')} as name,
  p.photo_hash, p.erased_at, p.created_at, p.updated_at, login.person_id is not null as has_login,
  ${statusColumn} as status, e.start_date, e.last_day as end_date,
  (select first.start_date from employments first
    where first.org_id = :org and first.person_id = p.id
    order by first.start_date limit 1) as original_start_date,
  r.id as job_id, r.valid_from, r.valid_to, r.reason, r.end_reason, ${termColumns('r')},
  case when r.valid_to is not null then
    (select to_jsonb(n) from job_rows n
      where n.org_id = :org and n.person_id = r.person_id and n.valid_from > r.valid_from
      order by n.valid_from limit 1)
  end as following`

/** The columns of a person in the index people_by_name. It orders people by family name, given name and id. */
const nameOf = (person: string) =>
  `${person}.family_name, ${person}.given_name, (${person}.id::text) collate "C"`

/** To sort more people than this by name can take longer than a statement may. */
const mostSorted = 20_000

/** People by family name, given name and id, with all their fields. */
function selectPeople(db: Db, filter: PeopleFilter, page: Page): Composed {
  const { limit, afterId, total = 0 } = page
  const values = { ...valuesOf(db, filter), limit, after: afterId }
  const after =
    afterId &&
    `(${nameOf('p')}) > (select ${nameOf('a')} from people a where a.org_id = :org and a.id = :after)`
  const order = `order by ${nameOf('p')}`
  const most = limit === undefined ? '' : 'limit :limit'
  const where = (conditions: string[]) => `where ${[...conditions, ...(after ? [after] : [])].join(' and ')}`
  if (isWide(filter, total) && (limit !== undefined || total > mostSorted)) {
    const walk = walked(filter)
    return named(`select ${columns} from ${walk.from} ${where(walk.where)} ${order} ${most}`, values)
  }
  // First the job rows of the page are found; only for those the other fields are looked up.
  const some = found(filter, limit !== undefined || afterId !== undefined)
  return named(
    `select ${columns}
       from (select r.* from ${some.from} ${where(some.where)} ${most && `${order} ${most}`}) r
       ${joins.person} ${joins.employment} ${joins.login}
      ${order}`,
    values,
  )
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
  if (total > mostAtOnce) yield* db.runInBatches<PersonRow>(selectPeople(db, filter, { ...page, total }))
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
    .joinRaw(joins.rows, on)
    .whereRaw(shown, on)
    .joinRaw(joins.person, on)
    .joinRaw(joins.employment, on)
    .joinRaw(joins.login, on)
    .select(sql.raw(columns, on), 'asked.day as as_of')
  return db.run(query)
}

/** Counts the people who pass the filter. */
export async function countPeople(db: Db, filter: PeopleFilter): Promise<number> {
  if (isWhole(filter)) return countByStatus(db, filter.status, filter.asOf)
  const { from, where } = found(filter, false)
  const text = `select count(*)::int as total from ${from} where ${where.join(' and ')}`
  const [row] = await db.run<{ total: number }>(named(text, valuesOf(db, filter)))
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
