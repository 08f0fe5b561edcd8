import type { SystemDb } from '../../db/system.ts'
import type { Day } from '../../domain/day.ts'

/**
 * Active organizations whose members were not reminded of a day yet.
 *
 * @param latest the day that it is where it is latest on Earth
 */
export async function findOrganizationsToRemind(
  db: SystemDb,
  latest: Day,
): Promise<{ org_id: string; time_zone: string; reminded: Day | null }[]> {
  const { rows } = await db.query<{ org_id: string; time_zone: string; reminded: Day | null }>(
    `select o.org_id, o.time_zone, to_char(d.day, 'YYYY-MM-DD') as reminded
       from organizations o
       left join reminded_days d on d.org_id = o.org_id
      where o.status = 'active' and (d.day is null or d.day < $1)
      order by o.org_id`,
    [latest],
  )
  return rows
}

/** Active organizations with requests that nobody was mailed of. In one that is paused nobody could look at them. */
export async function findOrganizationsToMail(db: SystemDb): Promise<{ org_id: string }[]> {
  const { rows } = await db.query<{ org_id: string }>(
    `select distinct n.org_id
       from notifications n
       join organizations o on o.org_id = n.org_id and o.status = 'active'
      where n.kind = 'approval_request' and n.batch_id is null`,
  )
  return rows
}
