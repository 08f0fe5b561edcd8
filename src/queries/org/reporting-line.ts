import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { inForce, isHere } from '../fragments.ts'

/** The ids of everybody below this person on today's reporting line, at any distance. */
export async function idsBelow(db: Db, managerId: string, today: Day): Promise<Set<string>> {
  const rows = await db.query<{ person_id: string }>(
    `with recursive below as (
       select j.person_id from job_rows j where j.org_id = $1 and j.manager_id = $2 and ${inForce('j', '$3')}
          and ${isHere('$2', '$3')}
       union
       select j.person_id from below b
         join job_rows j on j.org_id = $1 and j.manager_id = b.person_id and ${inForce('j', '$3')}
     )
     select person_id from below`,
    [db.orgId, managerId, today],
  )
  return new Set(rows.map((row) => row.person_id))
}

/**
 * Whether the manager is above the person on today's reporting line, at any distance. It walks up from the person,
 * which takes few steps even in a large company.
 */
export async function isAbove(db: Db, managerId: string, personId: string, today: Day): Promise<boolean> {
  const [row] = await db.query<{ above: boolean }>(
    `with recursive above as (
       select j.manager_id from job_rows j where j.org_id = $1 and j.person_id = $3 and ${inForce('j', '$4')}
       union
       select j.manager_id from above a
         join job_rows j on j.org_id = $1 and j.person_id = a.manager_id and ${inForce('j', '$4')}
     )
     select exists (select 1 from above where manager_id = $2) and ${isHere('$2', '$4')} as above`,
    [db.orgId, managerId, personId, today],
  )
  return row?.above ?? false
}
