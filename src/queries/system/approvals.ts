import type { SystemDb } from '../../db/system.ts'
import type { Day } from '../../domain/day.ts'

/**
 * Organizations with open requests that have run out, or whose person has left, on the day that is furthest ahead on
 * Earth.
 */
export async function findWithDueRequests(
  db: SystemDb,
  day: Day,
): Promise<{ org_id: string; time_zone: string }[]> {
  const { rows } = await db.query<{ org_id: string; time_zone: string }>(
    `select o.org_id, o.time_zone from organizations o
      where o.org_id in (
        select r.org_id from approval_requests r
         where r.status = 'pending'
           and (r.expires_on < $1
                or (r.change <> 'rehire'
                    and not exists (select 1 from employments e
                                     where e.org_id = r.org_id and e.person_id = r.person_id
                                       and (e.last_day is null or e.last_day >= $1)))))
      order by o.org_id`,
    [day],
  )
  return rows
}
