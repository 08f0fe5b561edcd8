import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { HeadcountChange } from '../../domain/headcount.ts'
import { firstDayOf, lastDayOf, monthOf, type Month } from '../../domain/months.ts'

/** Groups by which people can be counted, and the term of their job that says it. */
const columns = {
  unit: 'unit_id',
  location: 'location_id',
  legal_entity: 'legal_entity_id',
  employment_type: 'employment_type',
  contract_type: 'contract_type',
} as const

export type HeadcountBy = keyof typeof columns

/** The days that a report counts on. */
export interface HeadcountDays {
  /** The first day of each month. */
  bounds: Day[]
  /** The day of each month on which people are counted. */
  counted: Day[]
  /** The last day on which somebody joins or leaves. */
  last: Day
}

/** A report that ends with this month counts it up to today; all else is counted at the ends of the months. */
export function headcountDays(months: readonly Month[], today: Day): HeadcountDays {
  const ends = months.map(lastDayOf)
  const last = months.at(-1) === monthOf(today) ? today : ends.at(-1)!
  return { counted: [...ends.slice(0, -1), last], bounds: months.map(firstDayOf), last }
}

/**
 * Lists the changes of the headcount from month to month, by group. A job row counts in the months whose counted day it
 * covers: it adds at the first of them and subtracts after the last. So each row is read once, however many months
 * there are.
 *
 * Who joined and left is looked up by person and day: many begin on the same day.
 *
 * `width_bucket` answers how many days of a list are not after a day: the place of the first month that comes after it.
 */
export function headcountChanges(
  db: Db,
  by: HeadcountBy | undefined,
  { bounds, counted, last }: HeadcountDays,
): Promise<HeadcountChange[]> {
  const group = by === undefined ? 'null::text' : `r.${columns[by]}`
  const joinedOrLeft = (what: 'joined' | 'left', day: string, edge: string) => `
    select ${group} as "group", width_bucket(${day}, $3::date[]) - 1 as month, 0 as heads, 0::numeric as fte,
           ${what === 'joined' ? 'count(*), 0' : '0, count(*)'}
      from employments e
      join job_rows r on r.org_id = $1 and r.person_id = e.person_id and r.employment_id = e.id and ${edge} = ${day}
     where e.org_id = $1 and ${day} between $4 and $5
     group by 1, 2`
  return db.query(
    `select c."group"::text, c.month::int, sum(c.heads)::int as heads, sum(c.fte)::float8 as fte,
            sum(c.joined)::int as joined, sum(c."left")::int as "left"
       from (
         select "group", coalesce(since, until) as month, count(*) * (1 - 2 * grouping(since)) as heads,
                sum(fte) * (1 - 2 * grouping(since)) as fte, 0 as joined, 0 as "left"
           from (select ${group} as "group", width_bucket(r.valid_from - 1, $2::date[]) as since,
                        width_bucket(coalesce(r.valid_to, 'infinity'), $2::date[]) as until, r.fte
                   from job_rows r
                  where r.org_id = $1 and r.valid_from <= $5 and (r.valid_to is null or r.valid_to >= $6)) counted
          where since < until
          group by grouping sets (("group", since), ("group", until))
         union all ${joinedOrLeft('joined', 'e.start_date', 'r.valid_from')}
         union all ${joinedOrLeft('left', 'e.last_day', 'r.valid_to')}
       ) c
      group by c."group", c.month`,
    [db.orgId, counted, bounds, bounds[0], last, counted[0]],
  )
}

/** A record that people are counted by; of a unit also the one above. */
export interface HeadcountGroupRow {
  id: string
  name: string
  parent_id: string | null
}

const tables = { unit: 'units', location: 'locations', legal_entity: 'legal_entities' } as const

/** The records that people are counted by, in order of their names. Types are no records: they have none. */
export async function listHeadcountGroups(db: Db, by: HeadcountBy | undefined): Promise<HeadcountGroupRow[]> {
  const table = by && by in tables ? tables[by as keyof typeof tables] : undefined
  if (!table) return []
  const parent = table === 'units' ? 'g.parent_id' : 'null'
  return db.query(
    `select g.id, g.name, ${parent} as parent_id from ${table} g where g.org_id = $1
      order by g.name collate "und-x-icu", g.id`,
    [db.orgId],
  )
}
