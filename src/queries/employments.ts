import { onDuplicate } from '../db/errors.ts'
import { sql, type Db } from '../db/transaction.ts'
import type { Day } from '../domain/day.ts'
import type { JobTerms, Timeline } from '../domain/employment.ts'
import type { PersonDetails } from './people.ts'

export interface NewPerson {
  id: string
  given_name: string
  family_name: string
  preferred_name?: string | null
  employee_number?: string | null
  work_email: string
  work_phone?: string | null
}

/**
 * Stores somebody new: the person, private details if there are any, and the first employment with its job row.
 *
 * @param details the private tier; only what is given
 * @throws ApiError conflict when the work e-mail or employee number is somebody else's
 */
export async function insertHire(
  db: Db,
  person: NewPerson,
  timeline: Timeline<JobTerms>,
  now: Date,
  details?: Partial<PersonDetails>,
): Promise<void> {
  const owned = { org_id: db.orgId, person_id: person.id }
  const employments = timeline.employments.map((one) => ({
    ...owned,
    id: one.id,
    start_date: one.startDate,
    last_day: one.lastDay,
  }))
  const rows = timeline.rows.map(({ id, employmentId, validFrom, validTo, ...terms }) => ({
    ...owned,
    id,
    employment_id: employmentId,
    valid_from: validFrom,
    valid_to: validTo,
    reason: 'hire',
    ...terms,
  }))
  const { address, emergency_contacts: contacts, ...plain } = details ?? {}
  await onDuplicate(
    {
      people_work_email:
        'Somebody here already has this work_email. Find them with org/people.list, or give another one.',
      people_employee_number: 'Somebody here already has this employee_number. Give another one.',
    },
    Promise.all([
      db.run(sql('people').insert({ org_id: db.orgId, ...person, created_at: now, updated_at: now })),
      details &&
        db.run(
          sql('person_details').insert({
            ...owned,
            ...plain,
            address: address && JSON.stringify(address),
            emergency_contacts: JSON.stringify(contacts ?? []),
          }),
        ),
      db.run(sql('employments').insert(employments)),
      db.run(sql('job_rows').insert(rows)),
    ]),
  )
}

export interface Placement {
  unit:
    | { id: string; name: string; archived: boolean; head_person_id: string | null; head_stays: boolean }
    | undefined
  manager: { id: string; stays: boolean } | undefined
  location: { id: string; archived: boolean } | undefined
  legalEntity: { id: string; archived: boolean } | undefined
  /** The active legal entity, when there is exactly one. */
  onlyLegalEntity: string | null
  /** Others of the same name, who have not left. */
  namesakes: number
}

interface Wanted {
  unit_id: string | null
  manager_id: string | null
  location_id: string | null
  legal_entity_id: string | null
  given_name: string
  family_name: string
}

/** Whether somebody's employment still runs on a day, or starts later. */
const stays = (person: string, day: string) => `
  exists (select 1 from employments e
           where e.org_id = $1 and e.person_id = ${person} and (e.last_day is null or e.last_day >= ${day}))`

/**
 * All that a job's references must be checked against, read together. Units and places are locked: nobody archives
 * them while this person is being put there.
 *
 * @param day the day the job starts
 */
export async function loadPlacement(db: Db, wanted: Wanted, day: Day): Promise<Placement> {
  const [[unit], [manager], [location], [legalEntity], entities, [same]] = await Promise.all([
    db.query<NonNullable<Placement['unit']>>(
      `select u.id, u.name, u.archived_at is not null as archived, u.head_person_id, ${stays('u.head_person_id', '$3')} as head_stays
         from units u where u.org_id = $1 and u.id = $2 for key share of u`,
      [db.orgId, wanted.unit_id, day],
    ),
    db.query<NonNullable<Placement['manager']>>(
      `select p.id, ${stays('p.id', '$3')} as stays from people p where p.org_id = $1 and p.id = $2 and p.erased_at is null`,
      [db.orgId, wanted.manager_id, day],
    ),
    db.query<NonNullable<Placement['location']>>(
      `select id, archived_at is not null as archived from locations where org_id = $1 and id = $2 for key share`,
      [db.orgId, wanted.location_id],
    ),
    db.query<NonNullable<Placement['legalEntity']>>(
      `select id, archived_at is not null as archived from legal_entities where org_id = $1 and id = $2 for key share`,
      [db.orgId, wanted.legal_entity_id],
    ),
    db.query<{ id: string }>(
      `select id from legal_entities where org_id = $1 and archived_at is null limit 2 for key share`,
      [db.orgId],
    ),
    db.query<{ n: number }>(
      `select count(*)::int as n from people p
        where p.org_id = $1 and p.erased_at is null and lower(p.given_name) = lower($2) and lower(p.family_name) = lower($3)
          and ${stays('p.id', '$4')}`,
      [db.orgId, wanted.given_name, wanted.family_name, day],
    ),
  ])
  return {
    unit,
    manager,
    location,
    legalEntity,
    onlyLegalEntity: entities.length === 1 ? (entities[0] as { id: string }).id : null,
    namesakes: same?.n ?? 0,
  }
}
