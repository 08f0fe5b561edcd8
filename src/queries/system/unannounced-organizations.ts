import type { SystemDb } from '../../db/system.ts'
import type { Day } from '../../domain/day.ts'

export interface DueOrganization {
  org_id: string
  time_zone: string
  /** The first day on which something of it is due. */
  day: Day
}

/**
 * Organizations where something took effect by a day and is not told. One query for all of them, over indexes that hold
 * only what is not told.
 *
 * @param latest the day that it is where it is latest on Earth
 */
export async function findDueOrganizations(db: SystemDb, latest: Day): Promise<DueOrganization[]> {
  const { rows } = await db.query<DueOrganization>(
    `select o.org_id, o.time_zone, due.day
       from (select unannounced.org_id, min(unannounced.day) as day
               from (select e.org_id, e.start_date as day from employments e
                      where e.start_announced_at is null and e.start_date <= $1
                      union all
                     select e.org_id, e.last_day + 1 from employments e
                      where e.last_day is not null and e.last_day < $1
                        and (e.left_announced_at is null or e.login_settled_at is null)
                      union all
                     select j.org_id, j.valid_from from job_rows j
                      where j.start_announced_at is null and j.valid_from <= $1) unannounced
              group by unannounced.org_id) due
       join organizations o on o.org_id = due.org_id
      order by o.org_id`,
    [latest],
  )
  return rows
}
