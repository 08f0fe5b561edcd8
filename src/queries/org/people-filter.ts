import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { DayRange } from '../../domain/directory.ts'
import type { EmploymentStatus } from '../../domain/employment.ts'
import { hasLogin, inForce, stays } from '../fragments.ts'
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
  joined?: DayRange | undefined
  left?: DayRange | undefined
  hasLogin?: boolean | undefined
  hasManager?: boolean | undefined
  probationBefore?: Day | undefined
  contractBefore?: Day | undefined
  updatedSince?: Date | undefined
}

/** The condition that a job row ended before the day. It is null for an open row. */
export const over = (row: string) => `${row}.valid_to < :day`

/**
 * The condition that selects one job row for each person: the first that is not over, else the last. The rows of a
 * person never overlap, so only a row that is not in force must be compared with others: a scheduled one with the row just
 * before it. To look through all rows before it for one that is not over took the square of a history.
 */
export const shown = `
  case when ${over('r')}
       then not exists (select 1 from job_rows later
                         where later.org_id = :org and later.person_id = r.person_id and later.valid_from > r.valid_from)
       else r.valid_from <= :day
            or coalesce((select ${over('earlier')} is true from job_rows earlier
                          where earlier.org_id = :org and earlier.person_id = r.person_id
                            and earlier.valid_from < r.valid_from
                          order by earlier.valid_from desc limit 1), true)
  end`

/**
 * Joins of the records that belong to a job row. `offset 0` forces the planner to look up each one by its key. One plan
 * serves all organizations, large and small; without this, the planner could choose to read a whole table for each row,
 * which is fast in a small organization and takes time with the square of the number of people in a large one.
 */
export const joins = {
  /** All job rows of the people in `asked`. */
  rows: `
    join lateral (select * from job_rows
                   where job_rows.org_id = :org and job_rows.person_id = asked.person_id offset 0) r on true`,
  person: `
    join lateral (select * from people where people.org_id = :org and people.id = r.person_id offset 0) p on true`,
  employment: `
    join lateral (select * from employments
                   where employments.org_id = :org and employments.id = r.employment_id offset 0) e on true`,
  login: `
    left join lateral (select m.person_id from memberships m
                        where m.org_id = :org and m.person_id = r.person_id
                          and (select ${hasLogin('u', ':org')} from users u where u.org_id = :org and u.id = m.user_id)
                       offset 0) login on true`,
}

/** A join of the job row of a person that `shown` selects. */
const jobOf = (personId: string) => `
  join lateral (select j.* from job_rows j where j.org_id = :org and j.person_id = ${personId}
                 order by coalesce(j.valid_to < :day, false),
                          case when j.valid_to < :day then :day - j.valid_from else j.valid_from - :day end
                 limit 1) r on true`

/**
 * A selection of job rows `r`, one for each person, as parts of a statement. Values are named placeholders, which
 * `valuesOf` has.
 */
interface Selection {
  from: string
  where: string[]
}

/**
 * The job rows of the people that pass the filter, found by what they say. People (`p`) and employments (`e`) are joined
 * only when the filter needs them.
 *
 * @param byName whether the caller needs `p`, to sort by name
 */
export function found(filter: PeopleFilter, byName: boolean): Selection {
  const { status, search } = filter
  if (status === 'terminated' && needsTotal(filter)) return gone(filter)
  const { updatedSince } = filter
  const needsPerson = byName || search !== undefined || updatedSince !== undefined || status === 'terminated'
  return {
    from: `job_rows r ${needsPerson ? joins.person : ''} ${joinEmployment(filter)} ${joinLogin(filter)}`,
    where: ['r.org_id = :org', shown, ...conditions(filter)],
  }
}

/** The job rows of those who have left, found by the employments that ended. Those who came back are few. */
function gone(filter: PeopleFilter): Selection {
  return {
    from: `
      (select distinct ended.person_id from employments ended
        where ended.org_id = :org and ended.last_day < :day) g
      ${jobOf('g.person_id')} ${joins.person} ${joinEmployment(filter)} ${joinLogin(filter)}`,
    where: conditions(filter),
  }
}

/**
 * Finds job rows by walking through the people in order of name. Nobody is read after the page is full, and
 * nothing is sorted, so the first people come at once. It is right for filters that most people pass. All joins are in it.
 */
export function walked(filter: PeopleFilter): Selection {
  return {
    from: `people p ${jobOf('p.id')} ${joins.employment} ${joins.login}`,
    where: ['p.org_id = :org', ...conditions(filter)],
  }
}

const joinEmployment = ({ joined, left }: PeopleFilter) => (joined || left ? joins.employment : '')
const joinLogin = ({ hasLogin: asked }: PeopleFilter) => (asked === undefined ? '' : joins.login)

/** The condition that somebody is the manager of the row who has not left by the day. */
const managed = `(r.manager_id is not null and ${stays('r.manager_id', ':day').replaceAll('$1', ':org')})`

/** The condition that a day of the row is not over, and comes before another one. */
const endsBefore = (column: string, before: string) => `r.${column} >= :day and r.${column} < :${before}`

function conditions(filter: PeopleFilter): string[] {
  const { personId, unitId, includeSubunits, locationId, managerId, joined, left, search } = filter
  return [
    ofStatus(filter),
    personId && 'r.person_id = :person',
    unitId && (includeSubunits ? inUnitOrBelow : 'r.unit_id = :unit'),
    locationId && 'r.location_id = :location',
    managerId && 'r.manager_id = :manager',
    joined && 'e.start_date between :joinedFrom and :joinedTo',
    left && 'e.last_day between :leftFrom and :leftTo',
    filter.hasLogin !== undefined && `(login.person_id is not null) = :hasLogin`,
    filter.hasManager !== undefined && `${managed} = :hasManager`,
    filter.probationBefore && endsBefore('probation_end_date', 'probationBefore'),
    filter.contractBefore && endsBefore('contract_end_date', 'contractBefore'),
    filter.updatedSince && 'p.updated_at >= :updatedSince',
    // The same text for any number of words and people, so that it is planned only once.
    search?.among && 'r.person_id = any(:among::uuid[])',
    search &&
      `p.search_text || ' ' || r.search_text like all (array(select json_array_elements_text(:patterns)))`,
  ].filter((condition): condition is string => Boolean(condition))
}

/** Without a status: people who work here or start later. Erased people are shown only with `all`. */
function ofStatus({ status, personId }: PeopleFilter): string | undefined {
  if (status === undefined) return personId === undefined ? `${over('r')} is not true` : undefined
  if (status === 'active') return `(${inForce('r', ':day')})`
  if (status === 'pre_hire') return 'r.valid_from > :day'
  return status === 'terminated' ? `${over('r')} and p.erased_at is null` : undefined
}

/** Each unit once: at most as many as there are, also when units contain each other. */
const inUnitOrBelow = `
  r.unit_id in (with recursive below as (
    select u.id from units u where u.org_id = :org and u.id = :unit
    union
    select u.id from below b join units u on u.org_id = :org and u.parent_id = b.id)
  select id from below)`

/** The values of the placeholders in a selection, and in the joins. */
export function valuesOf(db: Db, filter: PeopleFilter): Record<string, unknown> {
  const { asOf, personId, unitId, locationId, managerId, joined, left, search } = filter
  return {
    org: db.orgId,
    day: asOf,
    person: personId,
    unit: unitId,
    location: locationId,
    manager: managerId,
    joinedFrom: joined && (joined.from ?? '-infinity'),
    joinedTo: joined && (joined.to ?? 'infinity'),
    leftFrom: left && (left.from ?? '-infinity'),
    leftTo: left && (left.to ?? 'infinity'),
    hasLogin: filter.hasLogin,
    hasManager: filter.hasManager,
    probationBefore: filter.probationBefore,
    contractBefore: filter.contractBefore,
    updatedSince: filter.updatedSince,
    among: search?.among && `{${search.among.join(',')}}`,
    patterns: search && JSON.stringify(search.patterns),
  }
}

/** If more people pass a filter, a page of them is full soon, whatever the filter is. */
const many = 2000

/**
 * Tells whether most of the people pass a filter, so that a page of them is found by walking through all people by name. Who
 * has left or is still to come, or works in one place, may be few.
 *
 * @param total how many pass it; 0 when that is not known
 */
export function isWide(filter: PeopleFilter, total: number): boolean {
  return total > many || (isWhole(filter) && !needsTotal(filter))
}

/** Tells whether the filter has nothing but a day and a status. */
export function isWhole({ asOf: _asOf, status: _status, ...others }: PeopleFilter): boolean {
  return Object.values(others).every((value) => value === undefined)
}

/**
 * Tells whether a page of these people is found faster when it is known how many they are. The others are few, because of a
 * unit, a manager or the like, or nearly everybody.
 */
export function needsTotal(filter: PeopleFilter): boolean {
  const { status, locationId, search, personId, unitId, managerId, joined, left } = filter
  const { hasLogin: login, hasManager, probationBefore, contractBefore, updatedSince } = filter
  if (personId ?? unitId ?? managerId ?? joined ?? left ?? search?.among) return false
  if (probationBefore ?? contractBefore) return false
  return (
    status === 'terminated' ||
    status === 'pre_hire' ||
    [locationId, search, login, hasManager, updatedSince].some((filtered) => filtered !== undefined)
  )
}
