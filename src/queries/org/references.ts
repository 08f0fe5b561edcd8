import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { personName, titleOn } from '../fragments.ts'
import { getPerson, listPeopleOnDays, type JobRecord, type PersonOnDay, type PersonRow } from './people.ts'

/** The names of the records that job rows refer to, by id. Managers also have a title. */
export type References = ReadonlyMap<string, { name: string; title: string | null }>

type Placed = Pick<JobRecord, 'unit_id' | 'location_id' | 'legal_entity_id' | 'manager_id'>

/**
 * The names that a list of people needs, read with one query.
 *
 * @param jobs further job rows whose names are needed
 */
export async function loadReferences(
  db: Db,
  people: readonly PersonRow[],
  today: Day,
  jobs: readonly Placed[] = [],
): Promise<References> {
  const places = new Set<string>()
  const managers = new Set<string>()
  const collect = (job: Placed) => {
    if (job.unit_id) places.add(job.unit_id)
    if (job.location_id) places.add(job.location_id)
    if (job.legal_entity_id) places.add(job.legal_entity_id)
    if (job.manager_id) managers.add(job.manager_id)
  }
  for (const person of people) {
    collect(person)
    if (person.following) collect(person.following)
  }
  jobs.forEach(collect)
  if (places.size === 0 && managers.size === 0) return new Map()
  const rows = await db.query<{ id: string; name: string; title: string | null }>(
    `select id, name, null as title from units where org_id = $1 and id = any($2::uuid[])
      union all
     select id, name, null from locations where org_id = $1 and id = any($2::uuid[])
      union all
     select id, name, null from legal_entities where org_id = $1 and id = any($2::uuid[])
      union all
     select p.id, ${personName('p')}, ${titleOn('p', '$4')} from people p where p.org_id = $1 and p.id = any($3::uuid[])`,
    [db.orgId, [...places], [...managers], today],
  )
  return new Map(rows.map(({ id, name, title }) => [id, { name, title }]))
}

/** A person who exists, with the names of the records that their job refers to. */
export async function loadKnownPerson(
  db: Db,
  personId: string,
  today: Day,
): Promise<{ row: PersonRow; references: References }> {
  const row = (await getPerson(db, personId, today))!
  return { row, references: await loadReferences(db, [row], today) }
}

/**
 * People, each as of a day, with the names of the records that their job referred to.
 *
 * @returns finds each of those who were asked for
 */
export async function loadPeopleOnDays(
  db: Db,
  asked: readonly PersonOnDay[],
  today: Day,
): Promise<(asked: PersonOnDay) => { row: PersonRow; references: References }> {
  const rows = await listPeopleOnDays(db, asked)
  const references = await loadReferences(db, rows, today)
  const found = new Map(rows.map((row) => [`${row.id} ${row.as_of}`, row]))
  return ({ personId, day }) => ({ row: found.get(`${personId} ${day}`)!, references })
}
