import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { inForce, personName } from '../fragments.ts'

/** Somebody who works here on the day, with their job of that day. */
export interface ChartRow {
  id: string
  name: string
  title: string
  manager_id: string | null
  unit_id: string | null
}

/**
 * Everybody who works here on a day, by family name, given name and id. It is a flat list, because to put 10,000 people
 * below each other takes far longer in SQL than in memory.
 */
export function listForChart(db: Db, asOf: Day): Promise<ChartRow[]> {
  return db.query(
    `select ${columns}
       from job_rows r
       ${named}
      where r.org_id = $1 and ${inForce('r', '$2')}
      ${byName}`,
    [db.orgId, asOf],
  )
}

/**
 * The same of one person and everybody below; nobody when this person does not work here that day. The person's own
 * manager is null if the manager does not work here that day.
 */
export function listForChartBelow(db: Db, personId: string, asOf: Day): Promise<ChartRow[]> {
  return db.query(
    `with recursive r as (
       select j.person_id, j.title, j.unit_id,
              (select m.person_id from job_rows m
                where m.org_id = $1 and m.person_id = j.manager_id and ${inForce('m', '$2')}) as manager_id
         from job_rows j
        where j.org_id = $1 and j.person_id = $3 and ${inForce('j', '$2')}
       union
       select below.* from r
         join lateral (select j.person_id, j.title, j.unit_id, j.manager_id from job_rows j
                        where j.org_id = $1 and j.manager_id = r.person_id and ${inForce('j', '$2')}
                       offset 0) below on true
     )
     select ${columns}
       from r
       ${named}
      ${byName}`,
    [db.orgId, asOf, personId],
  )
}

const columns = `r.person_id as id, ${personName('p')} as name, r.title, r.manager_id, r.unit_id`
const byName = 'order by p.family_name, p.given_name, p.id'

/** `offset 0`: each person is looked up by the key, as in people.ts, whatever the planner thinks of the organization. */
const named = `
  join lateral (select p.id, p.given_name, p.family_name, p.preferred_name from people p
                 where p.org_id = $1 and p.id = r.person_id offset 0) p on true`

/** The names of all units, by id. */
export async function unitNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(
    `select u.id, u.name from units u where u.org_id = $1`,
    [db.orgId],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
