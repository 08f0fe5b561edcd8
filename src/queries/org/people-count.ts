import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { EmploymentStatus } from '../../domain/employment.ts'

/**
 * Counts the people of the whole organization on a day. The job rows of an employment fill it without a gap, so the much
 * fewer employments say as much about a status as the job rows. An index has all that is asked of them, and only entries
 * are counted: neither people nor job rows are read one by one.
 */

const everybody = `(select count(*) from people p where p.org_id = $1)`

/** Nobody has two employments without an end, or two on one day. So most people are counted without comparing any. */
const openEnded = (and = '') =>
  `(select count(*) from employments e where e.org_id = $1 and e.last_day is null ${and})`

const notOver = `(
  ${openEnded()}
  + (select count(distinct e.person_id) from employments e
      where e.org_id = $1 and e.last_day >= $2
        and not exists (select 1 from employments o
                         where o.org_id = $1 and o.person_id = e.person_id and o.last_day is null)))`

const active = `(
  ${openEnded('and e.start_date <= $2')}
  + (select count(*) from employments e where e.org_id = $1 and e.last_day >= $2 and e.start_date <= $2))`

/** Erased people are not among those who have left. */
const erasedAndOver = `(
  select count(*) from people p
   where p.org_id = $1 and p.erased_at is not null
     and not exists (select 1 from employments e
                      where e.org_id = $1 and e.person_id = p.id and (e.last_day is null or e.last_day >= $2)))`

const texts: Record<EmploymentStatus | 'all' | 'stays', string> = {
  all: everybody,
  stays: notOver,
  active,
  pre_hire: `${notOver} - ${active}`,
  terminated: `${everybody} - ${notOver} - ${erasedAndOver}`,
}

/** Counts the people who have a status on a day; without a status, those who work here or start later. */
export async function countByStatus(
  db: Db,
  status: EmploymentStatus | 'all' | undefined,
  asOf: Day,
): Promise<number> {
  const values = status === 'all' ? [db.orgId] : [db.orgId, asOf]
  const [row] = await db.query<{ total: number }>(
    `select (${texts[status ?? 'stays']})::int as total`,
    values,
  )
  return row?.total ?? 0
}
