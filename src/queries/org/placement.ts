import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { Placement, Places, UnitWithLead, WantedPlacement } from '../../domain/placement.ts'
import { employedSince, personName, stays } from '../fragments.ts'
import { findNamesakesOf } from './many-people.ts'
import { findTaken } from './profiles.ts'

/** The references of a job; name, e-mail and employee number of the person. */
export interface Wanted extends WantedPlacement {
  given_name: string
  family_name: string
  work_email: string
  employee_number?: string | null | undefined
}

/** The day from which somebody leads as of a day; null for a lead who has left by then, even one who comes back. */
const leadsFrom = (person: string, day: string) =>
  `case when ${stays(person, day)} then ${employedSince(person, day)} end`

/** The name of a person; null for none. */
const nameOf = (person: string) =>
  `(select ${personName('n')} from people n where n.org_id = $1 and n.id = ${person})`

/** Loads all that a hire is checked against at once. */
export async function loadPlacement(db: Db, wanted: Wanted, day: Day): Promise<Placement> {
  const [places, activeLegalEntities, [namesakes], taken] = await Promise.all([
    loadPlaces(db, wanted, day),
    findActiveLegalEntities(db),
    findNamesakesOf(db, [{ ...wanted, day }]),
    findTaken(db, wanted, null, day),
  ])
  return { ...places, activeLegalEntities, namesakes: namesakes!, ...taken }
}

/**
 * Everything that the references of a job are checked against, read at once. Unit, location and legal entity are locked,
 * so that nobody archives them before the person is assigned to them.
 *
 * @param day the first day of the job, or today if that is later; the lead of the unit must not have left by then
 * @param managerDay the day by which the manager must not have left
 */
export async function loadPlaces(
  db: Db,
  wanted: WantedPlacement,
  day: Day,
  managerDay = day,
): Promise<Places> {
  const {
    unit_id: unitId,
    manager_id: managerId,
    location_id: locationId,
    legal_entity_id: entityId,
  } = wanted
  const [[unit], [manager], [location], [legalEntity]] = await Promise.all([
    unitId
      ? db.query<NonNullable<Places['unit']>>(
          `select u.id, u.name, u.archived_at is not null as archived, u.head_person_id,
                  ${nameOf('u.head_person_id')} as head_name, ${leadsFrom('u.head_person_id', '$3')} as head_from
             from units u where u.org_id = $1 and u.id = $2 for key share of u`,
          [db.orgId, unitId, day],
        )
      : [],
    managerId
      ? db.query<NonNullable<Places['manager']>>(
          `select p.id, ${employedSince('p.id', '$3')} as "from" from people p where p.org_id = $1 and p.id = $2 and p.erased_at is null`,
          [db.orgId, managerId, managerDay],
        )
      : [],
    locationId
      ? db.query<NonNullable<Places['location']>>(
          `select id, name, archived_at is not null as archived from locations where org_id = $1 and id = $2 for key share`,
          [db.orgId, locationId],
        )
      : [],
    entityId
      ? db.query<NonNullable<Places['legalEntity']>>(
          `select id, name, archived_at is not null as archived from legal_entities where org_id = $1 and id = $2 for key share`,
          [db.orgId, entityId],
        )
      : [],
  ])
  return { unit, manager: managerId === null ? null : manager, location, legalEntity }
}

/** The active legal entities, locked: all of them when there is one or none, else two. */
export async function findActiveLegalEntities(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from legal_entities where org_id = $1 and archived_at is null order by id limit 2 for key share`,
    [db.orgId],
  )
  return rows.map(({ id }) => id)
}

/** No tree is deeper, also of those that are deeper than `mostLevels`; so a walk up ends in a damaged one, too. */
const mostSteps = 10_000

/**
 * The nearest unit above this one whose lead has not left by the day, and is not this person. For the manager of
 * somebody who joins the unit that they lead.
 */
export async function findUnitAbove(
  db: Db,
  unitId: string,
  personId: string,
  day: Day,
): Promise<UnitWithLead | undefined> {
  const [unit] = await db.query<UnitWithLead>(
    `with recursive above as (
       select u.parent_id, 1 as steps from units u where u.org_id = $1 and u.id = $2
       union all
       select u.parent_id, a.steps + 1 from above a join units u on u.org_id = $1 and u.id = a.parent_id
        where a.steps < $5
     )
     select u.id, u.name, u.head_person_id, ${nameOf('u.head_person_id')} as head_name,
            ${leadsFrom('u.head_person_id', '$4')} as head_from
       from above a
       join units u on u.org_id = $1 and u.id = a.parent_id
      where u.head_person_id <> $3 and ${stays('u.head_person_id', '$4')}
      order by a.steps
      limit 1`,
    [db.orgId, unitId, personId, day, mostSteps],
  )
  return unit
}
