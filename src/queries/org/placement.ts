import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { emailKey } from '../../domain/email.ts'
import type { Namesakes, Placement, WantedPlacement } from '../../domain/placement.ts'
import { fullNameText } from '../../domain/search.ts'
import { likeText } from '../fragments.ts'

/** The references of a job; name, e-mail and employee number of the person. */
export interface Wanted extends WantedPlacement {
  given_name: string
  family_name: string
  work_email: string
  employee_number?: string | null | undefined
}

/** The first day of the employment that includes the day or starts after it; null for a person who has left by then. */
const employedSince = (person: string, day: string) => `
  (select min(e.start_date) from employments e
    where e.org_id = $1 and e.person_id = ${person} and (e.last_day is null or e.last_day >= ${day}))`

/**
 * Everything that the references of a new job are checked against, read at once. Unit, location and legal entity are
 * locked, so that nobody archives them before the person is assigned to them.
 *
 * @param day the first day of the job, or today if that is later; the manager must not have left by then
 */
export async function loadPlacement(db: Db, wanted: Wanted, day: Day): Promise<Placement> {
  const [[unit], [manager], [location], [legalEntity], entities, alike] = await Promise.all([
    db.query<NonNullable<Placement['unit']>>(
      `select u.id, u.name, u.archived_at is not null as archived, u.head_person_id, ${employedSince('u.head_person_id', '$3')} as head_from
         from units u where u.org_id = $1 and u.id = $2 for key share of u`,
      [db.orgId, wanted.unit_id ?? null, day],
    ),
    db.query<NonNullable<Placement['manager']>>(
      `select p.id, ${employedSince('p.id', '$3')} as "from" from people p where p.org_id = $1 and p.id = $2 and p.erased_at is null`,
      [db.orgId, wanted.manager_id ?? null, day],
    ),
    db.query<NonNullable<Placement['location']>>(
      `select id, name, archived_at is not null as archived from locations where org_id = $1 and id = $2 for key share`,
      [db.orgId, wanted.location_id ?? null],
    ),
    db.query<NonNullable<Placement['legalEntity']>>(
      `select id, name, archived_at is not null as archived from legal_entities where org_id = $1 and id = $2 for key share`,
      [db.orgId, wanted.legal_entity_id ?? null],
    ),
    db.query<{ id: string }>(
      `select id from legal_entities where org_id = $1 and archived_at is null limit 2 for key share`,
      [db.orgId],
    ),
    findAlike(db, wanted, day),
  ])
  return {
    unit,
    manager: wanted.manager_id === null ? null : manager,
    location,
    legalEntity,
    activeLegalEntities: entities.map(({ id }) => id),
    ...alike,
  }
}

type Alike = Pick<Placement, 'namesakes' | 'workEmailOf' | 'employeeNumberOf'>

/** People who may be the one that is wanted: of the same name, work e-mail or employee number. */
async function findAlike(db: Db, wanted: Wanted, day: Day): Promise<Alike> {
  const [namesakes, [workEmailOf], [employeeNumberOf]] = await Promise.all([
    findNamesakes(db, wanted, day),
    db.query<NonNullable<Placement['workEmailOf']>>(
      `select p.id, p.erased_at is null and ${employedSince('p.id', '$3')} is null as "left" from people p
        where p.org_id = $1 and p.work_email_key = $2`,
      [db.orgId, emailKey(wanted.work_email), day],
    ),
    db.query<NonNullable<Placement['employeeNumberOf']>>(
      `select p.id from people p
        where p.org_id = $1 and lower(p.employee_number collate "und-x-icu") = lower($2 collate "und-x-icu")`,
      [db.orgId, wanted.employee_number ?? null],
    ),
  ])
  return { namesakes, workEmailOf, employeeNumberOf }
}

/** Only somebody with one name, such as Maria, can meet more people whose names begin alike. The rest is not compared. */
const mostNamesakes = 2000

/**
 * People of the same name, whatever the case, the accents, and the spaces or hyphens. The text for the search begins with
 * the name, so that its index finds them. It goes on with other names, so that the names are compared once more.
 */
async function findNamesakes(db: Db, wanted: Wanted, day: Day): Promise<Namesakes> {
  const name = fullNameText(wanted)
  // `offset 0` has each person looked up by the key, in large organizations, too.
  const found = await db.query<{ id: string; given_name: string; family_name: string; since: Day | null }>(
    `select p.id, p.given_name, p.family_name, ${employedSince('p.id', '$4')} as since
       from find_people($2, $3) f
       join lateral (select * from people where people.org_id = $1 and people.id = f.person_id offset 0) p on true
      where p.erased_at is null
      order by p.id`,
    [db.orgId, `${likeText(name)} %`, mostNamesakes, day],
  )
  const same = found.filter((person) => fullNameText(person) === name)
  const { here = [], left = [] } = Object.groupBy(same, ({ since }) => (since === null ? 'left' : 'here'))
  return { here: here.map(({ id }) => id), left: left.map(({ id }) => id) }
}
