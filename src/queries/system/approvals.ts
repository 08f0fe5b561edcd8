import type { SystemDb } from '../../db/system.ts'
import type { Day } from '../../domain/day.ts'
import { hasLeftSince } from '../fragments.ts'

/**
 * Organizations with open requests that have run out, or whose person has left since, on the day that is furthest ahead on
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
           and (r.expires_on < $1 or (r.change <> 'rehire' and ${hasLeftSince('r', 'o', '$1', 'r.org_id')})))
      order by o.org_id`,
    [day],
  )
  return rows
}

/** Active organizations with open requests. */
export async function findWithOpenRequests(db: SystemDb): Promise<{ org_id: string; time_zone: string }[]> {
  const { rows } = await db.query<{ org_id: string; time_zone: string }>(
    `select o.org_id, o.time_zone from organizations o
      where o.status = 'active'
        and exists (select 1 from approval_requests r where r.org_id = o.org_id and r.status = 'pending')
      order by o.org_id`,
  )
  return rows
}
