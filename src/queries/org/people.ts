import { sql, type Composed, type Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { EmploymentStatus, JobTerms } from '../../domain/employment.ts'
import type { PersonValues } from '../../domain/person-fields.ts'
import { openReason } from './end-reasons.ts'
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

/** A person as they are stored: why an employment ends is sealed, and the key comes with rows that end. */
interface StoredPerson extends PersonRow {
  employment_id: string
  following: (JobRecord & { employment_id: string }) | null
  key: { key_id: string; wrapped_key: string } | null
}

/** Opens what is sealed. */
function opened<Row extends StoredPerson>(db: Db, { key, ...row }: Row): Omit<Row, 'key'> {
  const { id, following, end_reason: reason } = row
  if (reason === null && !following?.end_reason) return row
  const own = key
    ? { key_id: key.key_id, wrapped_key: Buffer.from(key.wrapped_key, 'base64') }
    : { key_id: null, wrapped_key: null }
  const open = (one: { employment_id: string; end_reason: string | null }) =>
    openReason(db, id, own, one.employment_id, one.end_reason)
  return {
    ...row,
    end_reason: open(row),
    following: following && { ...following, end_reason: open(following) },
  }
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
  r.id as job_id, r.valid_from, r.valid_to, r.reason, encode(r.end_reason, 'base64') as end_reason, ${termColumns('r')},
  r.employment_id,
  case when r.valid_to is not null then
    (select to_jsonb(n) || jsonb_build_object('end_reason', encode(n.end_reason, 'base64')) from job_rows n
      where n.org_id = :org and n.person_id = r.person_id and n.valid_from > r.valid_from
      order by n.valid_from limit 1)
  end as following,
  case when r.valid_to is not null then
    (select json_build_object('key_id', k.key_id, 'wrapped_key', encode(k.wrapped_key, 'base64')) from person_keys k
      where k.org_id = :org and k.person_id = r.person_id)
  end as key`

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
export async function listPeople(db: Db, filter: PeopleFilter, page: Page = {}): Promise<PersonRow[]> {
  const rows = await db.run<StoredPerson>(selectPeople(db, filter, page))
  return rows.map((row) => opened(db, row))
}

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
  if (total <= mostAtOnce) return yield await listPeople(db, filter, page)
  for await (const batch of db.runInBatches<StoredPerson>(selectPeople(db, filter, { ...page, total })))
    yield batch.map((row) => opened(db, row))
}

/** A person, and the day as of which they are asked for. */
export interface PersonOnDay {
  personId: string
  day: Day
}

/** People, each as of a day of their own, with that day as `as_of`. Erased people and those who have left are found, too. */
export async function listPeopleOnDays(
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
  const rows = await db.run<StoredPerson & { as_of: Day }>(query)
  return rows.map((row) => opened(db, row))
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
  const [row] = await db.query<StoredPerson>(personText, [db.orgId, personId, asOf])
  return row && opened(db, row)
}
