import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { conflict, notFound } from '../../errors.ts'

export interface Placement {
  unit:
    | { id: string; name: string; archived: boolean; head_person_id: string | null; head_from: Day | null }
    | undefined
  /** Null when nobody is wanted, undefined when nobody was named or has that id. */
  manager: { id: string; from: Day | null } | null | undefined
  location: { id: string; archived: boolean } | undefined
  legalEntity: { id: string; archived: boolean } | undefined
  /** The active legal entity, when there is exactly one. */
  onlyLegalEntity: string | null
  /** Others of the same name, who have not left. */
  namesakes: number
}

/** What a job points to, as the input names it: left out, null, or an id. */
export interface Wanted {
  unit_id?: string | null | undefined
  manager_id?: string | null | undefined
  location_id?: string | null | undefined
  legal_entity_id?: string | null | undefined
  given_name: string
  family_name: string
}

/** The first day of the employment that still runs on a day or starts later; null for who has left. */
const from = (person: string, day: string) => `
  (select min(e.start_date) from employments e
    where e.org_id = $1 and e.person_id = ${person} and (e.last_day is null or e.last_day >= ${day}))`

/**
 * All that a job's references must be checked against, read together. Units and places are locked: nobody archives
 * them while this person is being put there.
 *
 * @param day nobody who has left by then can be above this person: the first day of the job, or today when that is later
 */
export async function loadPlacement(db: Db, wanted: Wanted, day: Day): Promise<Placement> {
  const [[unit], [manager], [location], [legalEntity], entities, [same]] = await Promise.all([
    db.query<NonNullable<Placement['unit']>>(
      `select u.id, u.name, u.archived_at is not null as archived, u.head_person_id, ${from('u.head_person_id', '$3')} as head_from
         from units u where u.org_id = $1 and u.id = $2 for key share of u`,
      [db.orgId, wanted.unit_id ?? null, day],
    ),
    db.query<NonNullable<Placement['manager']>>(
      `select p.id, ${from('p.id', '$3')} as "from" from people p where p.org_id = $1 and p.id = $2 and p.erased_at is null`,
      [db.orgId, wanted.manager_id ?? null, day],
    ),
    db.query<NonNullable<Placement['location']>>(
      `select id, archived_at is not null as archived from locations where org_id = $1 and id = $2 for key share`,
      [db.orgId, wanted.location_id ?? null],
    ),
    db.query<NonNullable<Placement['legalEntity']>>(
      `select id, archived_at is not null as archived from legal_entities where org_id = $1 and id = $2 for key share`,
      [db.orgId, wanted.legal_entity_id ?? null],
    ),
    db.query<{ id: string }>(
      `select id from legal_entities where org_id = $1 and archived_at is null limit 2 for key share`,
      [db.orgId],
    ),
    db.query<{ n: number }>(
      `select count(*)::int as n from people p
        where p.org_id = $1 and p.erased_at is null and lower(p.given_name) = lower($2 collate "und-x-icu")
          and lower(p.family_name) = lower($3 collate "und-x-icu")
          and ${from('p.id', '$4')} is not null`,
      [db.orgId, wanted.given_name, wanted.family_name, day],
    ),
  ])
  return {
    unit,
    manager: wanted.manager_id === null ? null : manager,
    location,
    legalEntity,
    onlyLegalEntity: entities.length === 1 ? (entities[0] as { id: string }).id : null,
    namesakes: same?.n ?? 0,
  }
}

/**
 * What the input names must exist and be active, and a manager must not have left.
 *
 * @throws ApiError not_found or conflict
 */
export function requireUsable(wanted: Wanted, { unit, manager, location, legalEntity }: Placement): void {
  if (wanted.unit_id && !unit) throw notFound('unit_id', 'unit')
  if (wanted.manager_id && !manager) throw notFound('manager_id', 'person')
  if (wanted.location_id && !location) throw notFound('location_id', 'location')
  if (wanted.legal_entity_id && !legalEntity) throw notFound('legal_entity_id', 'legal entity')
  if (unit?.archived) throw conflict('The unit is archived: nobody new can join it. Choose an active one.')
  if (location?.archived) throw conflict('The location is archived. Choose an active one.')
  if (legalEntity?.archived) throw conflict('The legal entity is archived. Choose an active one.')
  if (manager && manager.from === null)
    throw conflict(
      'The manager has left, or will have by the start date. Choose somebody who works here then.',
    )
}
