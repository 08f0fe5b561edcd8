import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { inForce, personName } from '../fragments.ts'

/** Somebody's job on the day. `id` is the id of the person. */
export interface ChartJob {
  id: string
  title: string
  manager_id: string | null
  unit_id: string | null
}

/** Somebody who works here on the day, with their job of that day. */
export interface ChartRow extends ChartJob {
  name: string
}

/** Everybody of the organization, also those who have left, by family name, given name and id. */
export function listNames(db: Db): Promise<{ id: string; name: string }[]> {
  return db.query(`select p.id, ${personName('p')} as name from people p where p.org_id = $1 ${byName}`, [
    db.orgId,
  ])
}

/**
 * The jobs of everybody who works here on a day. These are flat lists, because to put 10,000 people below each other, or
 * only to look up their names one by one, takes far longer in SQL than in memory. Open rows and others are read
 * separately: so the index tells which rows are in force, and the rest of the history is not read.
 */
export function listJobs(db: Db, asOf: Day): Promise<ChartJob[]> {
  const jobs = `select r.person_id as id, r.title, r.manager_id, r.unit_id from job_rows r
      where r.org_id = $1 and r.valid_from <= $2`
  return db.query(
    `${jobs} and r.valid_to is null
      union all
     ${jobs} and r.valid_to >= $2`,
    [db.orgId, asOf],
  )
}

/**
 * One person and everybody below on a day, by family name, given name and id; nobody when this person does not work here
 * that day. The person's own manager is null if the manager does not work here that day.
 */
export function listBelow(db: Db, personId: string, asOf: Day): Promise<ChartRow[]> {
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
     select r.person_id as id, ${personName('p')} as name, r.title, r.manager_id, r.unit_id
       from r
       join lateral (select * from people where people.org_id = $1 and people.id = r.person_id offset 0) p on true
      ${byName}`,
    [db.orgId, asOf, personId],
  )
}

const byName = 'order by p.family_name, p.given_name, p.id'

/** The names of all units, by id. */
export async function unitNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(
    `select u.id, u.name from units u where u.org_id = $1`,
    [db.orgId],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
