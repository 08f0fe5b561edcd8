import type { Db } from '../../db/transaction.ts'
import { addDays, type Day } from '../../domain/day.ts'
import { mostShown, windows, type ComingKind } from '../../domain/home.ts'
import { firstDayOf, lastDayOf, monthOf } from '../../domain/months.ts'
import { comes, employedSince, hasLogin, inForce, isHere, personName, stays, titleOn } from '../fragments.ts'

/** A person, and whoever is above them, as the home page names both. */
interface Named {
  person_id: string
  person_name: string
  person_title: string | null
  person_photo_hash: string | null
  manager_id: string | null
  manager_name: string | null
  manager_title: string | null
  manager_photo_hash: string | null
}

/** A day that comes, and who it is about. `joins`: a first day of this month. */
export interface DayRow extends Named {
  kind: ComingKind | 'joins'
  date: Day
  ends: boolean
  comes: boolean
  contract_type: ContractType | null
  reason: string | null
  title: string | null
}

export type ContractType = 'permanent' | 'fixed_term' | 'temporary' | 'internship' | 'freelance'

/** Records of one kind that somebody should look at: how many, and the first ones. */
export interface Counted {
  count: number
  ids: string[]
}

const names = (alias: string, prefix: string): string =>
  `${alias}.id as ${prefix}_id, ${personName(alias)} as ${prefix}_name, ${titleOn(alias, '$2')} as ${prefix}_title,
   ${alias}.photo_hash as ${prefix}_photo_hash`

/** The first of the days of a kind, by day; `r` is a job row, and `e` its employment. */
const first = (kind: DayRow['kind'], day: string, from: string, where: string): string => `
  (select '${kind}' as kind, ${day} as date, e.person_id, r.manager_id, e.last_day is not null as ends, ${comes('e')} as comes, r.contract_type,
          r.reason, r.title
     from ${from}
    where ${where}
    order by ${day}, e.person_id
    limit $4)`

const rowOf = (edge: string): string =>
  `employments e join job_rows r on r.org_id = $1 and r.person_id = e.person_id and r.employment_id = e.id and ${edge}`
const employmentOf = `job_rows r join employments e on e.org_id = $1 and e.id = r.employment_id`

/** Of a day that job rows name, the row in force on it decides. */
const named = (column: string): string =>
  `r.org_id = $1 and e.org_id = $1 and r.${column} between $2 and $3 and ${inForce('r', `r.${column}`)}`

/** Days of people in this month and in the next weeks, of each kind the first ones. */
export function listDays(db: Db, today: Day): Promise<DayRow[]> {
  const month = monthOf(today)
  const kinds = [
    first(
      'joins',
      'e.start_date',
      rowOf('r.valid_from = e.start_date'),
      'e.org_id = $1 and e.start_date between $5 and $6',
    ),
    first(
      'starts',
      'e.start_date',
      rowOf('r.valid_from = e.start_date'),
      'e.org_id = $1 and e.start_date between $2 and $3',
    ),
    first(
      'last_day',
      'e.last_day',
      rowOf('r.valid_to = e.last_day'),
      'e.org_id = $1 and e.last_day between $2 and $3',
    ),
    first('probation_ends', 'r.probation_end_date', employmentOf, named('probation_end_date')),
    first(
      'contract_ends',
      'r.contract_end_date',
      employmentOf,
      `${named('contract_end_date')} and e.last_day is distinct from r.contract_end_date`,
    ),
    first(
      'job_change',
      'r.valid_from',
      employmentOf,
      'r.org_id = $1 and e.org_id = $1 and r.valid_from between $2 and $3 and r.valid_from > e.start_date',
    ),
  ]
  return db.query(
    `select d.kind, d.date::text, d.ends, d.comes, d.contract_type, d.reason, d.title, ${names('p', 'person')}, ${names('m', 'manager')}
       from (${kinds.join(' union all ')}) d
       join people p on p.org_id = $1 and p.id = d.person_id
       left join people m on m.org_id = $1 and m.id = d.manager_id
      order by d.date, d.kind, d.person_id`,
    [db.orgId, today, addDays(today, windows.coming), mostShown, firstDayOf(month), lastDayOf(month)],
  )
}

/** Somebody who has left or leaves soon, and what they still lead. */
export type MoveRow = Named & Counted & { date: Day }

/** People who have left lately or leave soon, to whom others report after that, or who lead units. */
export function listMoves(db: Db, today: Day): Promise<MoveRow[]> {
  return db.query(
    `with leaving as materialized (
       select e.person_id, e.last_day
         from employments e
        where e.org_id = $1 and e.last_day between $3 and $4
          and not exists (select 1 from employments l
                           where l.org_id = $1 and l.person_id = e.person_id and l.start_date > e.last_day)),
     depends as (
       select l.person_id as leaver, l.last_day, j.person_id as id
         from leaving l
         join job_rows j on j.org_id = $1 and j.manager_id = l.person_id
          and (j.valid_to is null or j.valid_to > greatest(l.last_day, $2::date - 1))
       union
       select l.person_id, l.last_day, u.id
         from leaving l
         join units u on u.org_id = $1 and u.head_person_id = l.person_id and u.archived_at is null),
     counted as (
       select leaver, last_day, count(*) as count, (array_agg(id::text order by id))[1:$5] as ids
         from depends group by leaver, last_day)
     select c.last_day::text as date, c.count, c.ids, ${names('p', 'person')}, ${names('m', 'manager')}
       from counted c
       join people p on p.org_id = $1 and p.id = c.leaver
       left join job_rows last on last.org_id = $1 and last.person_id = c.leaver and last.valid_to = c.last_day
       left join people m on m.org_id = $1 and m.id = last.manager_id
      order by c.last_day, p.id
      limit $5`,
    [db.orgId, today, addDays(today, -windows.moved), addDays(today, windows.coming), mostShown],
  )
}

/**
 * Invites that still work and nobody has accepted, and the people who have neither a login nor such an invite.
 *
 * @param standing the roles of a sender and of a receiver, of invites that still stand
 */
export async function countInvites(
  db: Db,
  standing: readonly string[],
  today: Day,
  now: Date,
): Promise<Counted & { pending: number }> {
  const [row] = await db.query<Counted & { pending: number }>(
    `with working as materialized (
       select i.person_id as id
         from invites i
         join people p on p.org_id = $1 and p.id = i.person_id and lower(p.work_email) = lower(i.email)
         left join memberships m on m.org_id = $1 and m.person_id = i.person_id
         left join users u       on u.org_id = $1 and u.id = m.user_id
         left join memberships s on s.org_id = $1 and s.id = i.created_by
        where i.org_id = $1 and i.accepted_at is null and i.revoked_at is null and i.expires_at > $3
          and coalesce(m.status, 'active') = 'active' and not coalesce(${hasLogin('u')}, false)
          and (i.created_by is null or s.status = 'active' and s.role || ' ' || coalesce(m.role, i.role) = any($5::text[]))
          and ${employedSince('i.person_id', '$2')} is not null),
     missing as materialized (
       select distinct e.person_id as id
         from employments e
        where e.org_id = $1 and (e.last_day is null or e.last_day >= $2)
          and not exists (select 1 from memberships m
                            join users u on u.org_id = $1 and u.id = m.user_id
                           where m.org_id = $1 and m.person_id = e.person_id and ${hasLogin('u')})
          and e.person_id not in (select w.id from working w))
     select (select count(*) from working) as pending,
            (select count(*) from missing) as count, ${idsOf('missing', '$4')}`,
    [db.orgId, today, now, mostShown, standing],
  )
  return row!
}

/** The first ids of a common table expression. */
const idsOf = (from: string, most: string): string =>
  `array(select f.id::text from ${from} f order by f.id limit ${most}) as ids`

const counted = async (db: Db, ids: string, today: Day): Promise<Counted> => {
  const [row] = await db.query<Counted>(
    `with found as materialized (${ids}) select (select count(*) from found) as count, ${idsOf('found', '$3')}`,
    [db.orgId, today, mostShown],
  )
  return row!
}

/** Units that nobody leads who works here or is to start. */
export const countUnled = (db: Db, today: Day): Promise<Counted> =>
  counted(
    db,
    `select u.id from units u
      where u.org_id = $1 and u.archived_at is null and (u.head_person_id is null or not ${stays('u.head_person_id', '$2')})`,
    today,
  )

/** People who work here and can sign in, of whom no private details are recorded. */
export const countWithoutDetails = (db: Db, today: Day): Promise<Counted> =>
  counted(
    db,
    `select member.person_id as id
       from memberships member
       join users u on u.org_id = $1 and u.id = member.user_id
       left join person_details d on d.org_id = $1 and d.person_id = member.person_id
      where member.org_id = $1 and member.status = 'active' and ${hasLogin('u')} and ${isHere('member.person_id', '$2')}
        and coalesce(d.personal_email, d.personal_phone, d.address, d.emergency_contacts) is null`,
    today,
  )

/** People who work here and have nobody above, but for whoever leads the company: where nobody does, one alone is taken to. */
export const countUnmanaged = (db: Db, today: Day): Promise<Counted> =>
  counted(
    db,
    `with lead as materialized (
       select c.head_person_id as id from units c
        where c.org_id = $1 and c.parent_id is null and ${stays('c.head_person_id', '$2')}),
     alone as materialized (
       select r.person_id as id
         from job_rows r
        where r.org_id = $1 and ${inForce('r', '$2')}
          and (r.manager_id is null
               or r.manager_id in (select above.id
                                     from (select distinct j.manager_id as id from job_rows j
                                            where j.org_id = $1 and ${inForce('j', '$2')} and j.manager_id is not null) above
                                    where not ${stays('above.id', '$2')}))
          and r.person_id not in (select lead.id from lead))
     select alone.id from alone
      where exists (select 1 from lead) or (select count(*) from alone) > 1`,
    today,
  )
