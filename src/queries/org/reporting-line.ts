import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { ManagerSpan } from '../../domain/reporting-line.ts'
import { inForce, isHere } from '../fragments.ts'

/**
 * SQL for the ids, as `person_id`, of everybody below a manager on today's reporting line, at any distance; it follows
 * `with recursive below as`. `offset 0` forces the planner to look up the people below each one by the index. Without it,
 * one plan for all organizations may read all job rows of the organization for each level. `union` comes to each person
 * once: so all of these end in a loop, too, and hold at most as many people as there are.
 *
 * @param manager placeholder of the id of the manager
 * @param today placeholder of the day
 */
export const belowSql = (manager: string, today: string): string => `(
       select j.person_id from job_rows j
        where j.org_id = $1 and j.manager_id = ${manager} and ${inForce('j', today)} and ${isHere(manager, today)}
       union
       select next.person_id from below b
         join lateral (select j.person_id from job_rows j
                        where j.org_id = $1 and j.manager_id = b.person_id and ${inForce('j', today)}
                       offset 0) next on true
     )`

/** The ids of everybody below this person on today's reporting line, at any distance. */
export async function idsBelow(db: Db, managerId: string, today: Day): Promise<Set<string>> {
  const rows = await db.query<{ person_id: string }>(
    `with recursive below as ${belowSql('$2', '$3')}
     select person_id from below`,
    [db.orgId, managerId, today],
  )
  return new Set(rows.map((row) => row.person_id))
}

/**
 * Tells whether the manager is above the person on today's reporting line, at any distance. It walks up from the person,
 * which takes few steps even in a large company.
 */
export async function isAbove(db: Db, managerId: string, personId: string, today: Day): Promise<boolean> {
  const [row] = await db.query<{ above: boolean }>(
    `with recursive above as (
       select j.manager_id from job_rows j where j.org_id = $1 and j.person_id = $3 and ${inForce('j', '$4')}
       union
       select next.manager_id from above a
         join lateral (select j.manager_id from job_rows j
                        where j.org_id = $1 and j.person_id = a.manager_id and ${inForce('j', '$4')}
                       offset 0) next on true
     )
     select exists (select 1 from above where manager_id = $2) and ${isHere('$2', '$4')} as above`,
    [db.orgId, managerId, personId, today],
  )
  return row?.above ?? false
}

/**
 * SQL for the ids, as `manager_id`, of everybody above a person on a day; it follows `with recursive above as`. Unlike the
 * line of `isAbove` it does not end at a manager who has left: it goes on above their last job. So whoever proposed a
 * change of somebody is still above them when the manager between the two leaves.
 */
export function aboveOrWas(personId: string, today: string): string {
  const lastRow = (person: string) =>
    `select j.manager_id from job_rows j
      where j.org_id = $1 and j.person_id = ${person} and j.valid_from <= ${today}
      order by j.valid_from desc limit 1`
  return `(
       (${lastRow(personId)})
       union
       select next.manager_id from above a join lateral (${lastRow('a.manager_id')}) next on true
     )`
}

/**
 * Locks the reporting lines of the organization until the transaction ends. Two calls at the same time could otherwise put
 * each of two people below the other, and neither would see it. The lock is a row of its own: settings do not wait for an
 * import.
 *
 * @throws Error when the organization was made without the row
 */
export async function lockReportingLine(db: Db): Promise<void> {
  const [row] = await db.query(`select 1 from reporting_lines where org_id = $1 for no key update`, [
    db.orgId,
  ])
  if (!row) throw new Error('the organization has no row in reporting_lines')
}

/**
 * The managers of all who are above these people on any day from `from` on, with the days. Take the lock before.
 *
 * @param managerIds people who are to be managers
 */
export async function loadLinesAbove(
  db: Db,
  managerIds: readonly string[],
  from: Day,
): Promise<ManagerSpan[]> {
  // `offset 0`: each person is looked up by the index. Else each level could read all job rows of the organization.
  const rowsOf = (person: string) =>
    `select j.* from job_rows j
      where j.org_id = $1 and j.person_id = ${person} and (j.valid_to is null or j.valid_to >= $3) offset 0`
  return db.query<ManagerSpan>(
    `with recursive above as (
       select unnest($2::uuid[]) as id
       union
       select j.manager_id from above a
         join lateral (${rowsOf('a.id')}) j on j.manager_id is not null
     )
     select j.person_id as "personId", j.manager_id as "managerId", j.valid_from as "from", j.valid_to as "to"
       from above a
       join lateral (${rowsOf('a.id')}) j on true`,
    [db.orgId, managerIds, from],
  )
}
