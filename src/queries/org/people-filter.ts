import type { Knex } from 'knex'
import { sql, type Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { EmploymentStatus } from '../../domain/employment.ts'
import { hasLogin, inForce } from '../fragments.ts'
import type { Search } from './people-search.ts'

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

/** The condition that a job row ended before the day. It is null for an open row. */
export const over = (row: string) => `${row}.valid_to < :day`

/**
 * The condition that selects one job row for each person: the first that is not over, else the last. The rows of a
 * person never overlap, so only a row that is not in force must be compared with the others.
 */
export const shown = `
  case when ${over('r')}
       then not exists (select 1 from job_rows later
                         where later.org_id = :org and later.person_id = r.person_id and later.valid_from > r.valid_from)
       else r.valid_from <= :day
            or not exists (select 1 from job_rows earlier
                            where earlier.org_id = :org and earlier.person_id = r.person_id
                              and earlier.valid_from < r.valid_from and ${over('earlier')} is not true)
  end`

/**
 * Joins of the records that belong to a job row. `offset 0` forces the planner to look up each one by its key. One plan
 * serves all organizations, large and small; without this, the planner could choose to read a whole table for each row,
 * which is fast in a small organization and takes time with the square of the number of people in a large one.
 */
export const joins = {
  /** The same row as `shown` selects. */
  job: `
    join lateral (select j.* from job_rows j where j.org_id = :org and j.person_id = p.id
                   order by coalesce(j.valid_to < :day, false),
                            case when j.valid_to < :day then :day - j.valid_from else j.valid_from - :day end
                   limit 1) r on true`,
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
 * The job rows of the people that pass the filter, found by what they say. People (`p`) and employments (`e`) are joined
 * only when the filter needs them.
 *
 * @param named whether the caller needs `p`, to sort by name
 */
export function found(db: Db, filter: PeopleFilter, named: boolean): Knex.QueryBuilder {
  const on = { org: db.orgId, day: filter.asOf }
  const query = sql('job_rows as r').where('r.org_id', db.orgId).whereRaw(shown, on)
  if (named || filter.search || filter.status === 'terminated') query.joinRaw(joins.person, on)
  if (filter.status === 'terminated') query.whereRaw(hasLeft, on)
  return narrow(query, db, filter)
}

/** Everybody with an employment that ended before the day. An index finds them, and those who came back are few. */
const hasLeft = `r.person_id in (select e.person_id from employments e where e.org_id = :org and e.last_day < :day)`

/**
 * The same job rows, found by walking through the people in order of name. Nobody is read after the page is full, so it
 * is right for pages of filters that most people pass.
 */
export function walked(db: Db, filter: PeopleFilter): Knex.QueryBuilder {
  const on = { org: db.orgId, day: filter.asOf }
  const query = sql('people as p').where('p.org_id', db.orgId).joinRaw(joins.job, on)
  return narrow(query, db, filter)
}

function narrow(query: Knex.QueryBuilder, db: Db, filter: PeopleFilter): Knex.QueryBuilder {
  const on = { org: db.orgId, day: filter.asOf }
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

/** If more people pass a filter, a page of them is full soon, whatever the filter is. */
const many = 2000

/**
 * Whether most of the people pass a filter, so that a page of them is found by walking through all people by name. Who
 * has left or is still to come, or works in one place, may be few.
 *
 * @param total how many pass it; 0 when that is not known
 */
export function isWide(filter: PeopleFilter, total: number): boolean {
  return total > many || (isWhole(filter) && !needsTotal(filter))
}

/** Whether the filter has nothing but a day and a status. */
export function isWhole({ asOf: _asOf, status: _status, ...others }: PeopleFilter): boolean {
  return Object.values(others).every((value) => value === undefined || value === false)
}

/**
 * Whether a page of these people is found faster when it is known how many they are. The others are few, because of a
 * unit, a manager or the like, or nearly everybody.
 */
export function needsTotal(filter: PeopleFilter): boolean {
  const { status, locationId, search, personId, unitId, managerId, joined, left } = filter
  if (personId ?? unitId ?? managerId ?? joined ?? left ?? search?.among) return false
  return status === 'terminated' || status === 'pre_hire' || locationId !== undefined || search !== undefined
}
