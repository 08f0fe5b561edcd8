import type { Db } from '../../db/transaction.ts'
import type { Manager } from '../../domain/chart-outline.ts'
import type { Day } from '../../domain/day.ts'
import { inForce, personName } from '../fragments.ts'

/** Somebody's job on the day. `id` is the id of the person. */
export interface ChartJob {
  id: string
  title: string
  manager_id: string | null
  unit_id: string | null
}

/** A person, as a chart shows them. */
export interface Named {
  id: string
  name: string
  photo_hash: string | null
}

/** Somebody who works here on the day, with their job of that day. */
export interface ChartRow extends ChartJob, Named {}

/**
 * Everybody of the organization, also those who have left, by family name, given name and id.
 *
 * @param most nobody if there are more people than that
 */
export function listNames(db: Db, most?: number): Promise<Named[]> {
  return db.query(
    `select p.id, ${personName('p')} as name, p.photo_hash from people p where p.org_id = $1 ${upTo(most, '$2')} ${byName}`,
    [db.orgId, ...given(most)],
  )
}

/**
 * The jobs of everybody who works here on a day. These are flat lists, because to put 10,000 people below each other, or
 * only to look up their names one by one, takes far longer in SQL than in memory. Open rows and others are read
 * separately: so the index tells which rows are in force, and the rest of the history is not read.
 *
 * @param most none if the organization has more people than that, also those who have left
 */
export function listJobs(db: Db, asOf: Day, most?: number): Promise<ChartJob[]> {
  const jobs = `select r.person_id as id, r.title, r.manager_id, r.unit_id from job_rows r
      where r.org_id = $1 and r.valid_from <= $2 ${upTo(most, '$3')}`
  return db.query(
    `${jobs} and r.valid_to is null
      union all
     ${jobs} and r.valid_to >= $2`,
    [db.orgId, asOf, ...given(most)],
  )
}

/** The condition that the organization has at most so many people, which is found out once for the statement. */
const upTo = (most: number | undefined, placeholder: string): string =>
  most === undefined
    ? ''
    : `and (select count(*) from (select 1 from people s where s.org_id = $1 limit ${placeholder}::int + 1) s) <= ${placeholder}::int`

const given = (most: number | undefined): number[] => (most === undefined ? [] : [most])

/**
 * One person and everybody below on a day, by family name, given name and id; nobody when this person does not work here
 * that day. The person's own manager is null if the manager does not work here that day.
 *
 * @param most when there are more, any so many of them: the rest is not looked for
 */
export function listBelow(db: Db, personId: string, asOf: Day, most?: number): Promise<ChartRow[]> {
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
     ${named(`select * from r ${most === undefined ? '' : 'limit $4'}`)}`,
    [db.orgId, asOf, personId, ...given(most)],
  )
}

/**
 * Whoever is the manager of somebody who works here on a day, with how many those are, and with the own manager if they
 * work here, too. The manager null is that of those who have none. Managers are few beside everybody, and the index alone
 * tells who reports to them.
 */
export function listManagers(db: Db, asOf: Day): Promise<Manager[]> {
  return db.query(
    `select g.id, g.direct, m.person_id is not null as here, m.manager_id
       from (select r.manager_id as id, count(*)::int as direct from job_rows r
              where r.org_id = $1 and ${inForce('r', '$2')}
              group by r.manager_id) g
       left join lateral (select m.person_id, m.manager_id from job_rows m
                           where m.org_id = $1 and m.person_id = g.id and ${inForce('m', '$2')}
                          offset 0) m on true`,
    [db.orgId, asOf],
  )
}

/**
 * Lists the people who report to one of these managers on a day, and those at the top: one person, or all who have no
 * manager. By family name, given name and id.
 */
export function listReports(
  db: Db,
  managerIds: readonly string[],
  asOf: Day,
  topId: string | undefined,
): Promise<ChartRow[]> {
  const jobs = `select j.person_id, j.title, j.unit_id, j.manager_id from job_rows j
                  where j.org_id = $1 and ${inForce('j', '$2')}`
  const top = topId === undefined ? 'j.manager_id is null' : 'j.person_id = $4'
  return db.query(
    named(`${jobs} and j.manager_id = any($3::uuid[])
            union
           ${jobs} and ${top}`),
    [db.orgId, asOf, managerIds, ...(topId === undefined ? [] : [topId])],
  )
}

/** The rows of a chart for jobs, whose statement is given, in the order of names. */
const named = (jobs: string): string => `
     select r.person_id as id, ${personName('p')} as name, p.photo_hash, r.title, r.manager_id, r.unit_id
       from (${jobs}) r
       join lateral (select * from people where people.org_id = $1 and people.id = r.person_id offset 0) p on true
      ${byName}`

const byName = 'order by p.family_name, p.given_name, p.id'

/** The names of all units, by id. */
export async function unitNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(
    `select u.id, u.name from units u where u.org_id = $1`,
    [db.orgId],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
