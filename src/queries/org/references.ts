import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { personName, stays, titleOn } from '../fragments.ts'
import { getPerson, listPeopleOnDays, type JobRecord, type PersonOnDay, type PersonRow } from './people.ts'

/** A record that job rows refer to. Managers also have a title and, unless they are erased, an e-mail; and may have left. */
interface Referred {
  name: string
  title: string | null
  photo_hash: string | null
  has_left: boolean
  work_email: string | null
}

type Placed = Pick<JobRecord, 'unit_id' | 'location_id' | 'legal_entity_id' | 'manager_id'>

/** The records that job rows refer to, by id. */
export type References = ReadonlyMap<string, Referred>

/**
 * The most records that the batches of a list know together. More than this is let go, however many managers there
 * are.
 */
const mostKnown = 10_000

const nothing: References = new Map()

/**
 * Loads the records to which a list of people refers, with one query.
 *
 * @param today the day of the titles
 * @param jobs further job rows whose references are needed
 * @param asOf the day of the list: it says which managers have left by then
 * @param known what is known already, and not read again
 */
export async function loadReferences(
  db: Db,
  people: readonly PersonRow[],
  today: Day,
  jobs: readonly Placed[] = [],
  asOf: Day = today,
  known: References = nothing,
): Promise<References> {
  const places = new Set<string>()
  const managers = new Set<string>()
  const add = (id: string | null, to: Set<string>) => {
    if (id && !known.has(id)) to.add(id)
  }
  const collect = (job: Placed) => {
    add(job.unit_id, places)
    add(job.location_id, places)
    add(job.legal_entity_id, places)
    add(job.manager_id, managers)
  }
  for (const person of people) {
    collect(person)
    if (person.following) collect(person.following)
  }
  jobs.forEach(collect)
  if (places.size === 0 && managers.size === 0) return new Map()
  const rows = await db.query<Referred & { id: string }>(
    // Each person is looked up by themselves: see the README.
    `select id, name, null as title, null as photo_hash, false as has_left, null as work_email
       from units where org_id = $1 and id = any($2::uuid[])
      union all
     select id, name, null, null, false, null from locations where org_id = $1 and id = any($2::uuid[])
      union all
     select id, name, null, null, false, null from legal_entities where org_id = $1 and id = any($2::uuid[])
      union all
     select p.id, ${personName('p')}, ${titleOn('p', '$4')}, p.photo_hash, not ${stays('p.id', '$5')},
            case when p.erased_at is null then p.work_email end
       from unnest($3::uuid[]) as named (id)
      cross join lateral (select q.* from people q where q.org_id = $1 and q.id = named.id limit 1) p`,
    [db.orgId, [...places], [...managers], today, asOf],
  )
  return new Map(rows.map(({ id, ...record }) => [id, record]))
}

/** The people with these ids, as other records name them. */
export const loadPeople = (db: Db, ids: Iterable<string | null>, today: Day): Promise<References> =>
  loadReferences(
    db,
    [],
    today,
    Array.from(ids, (manager_id) => ({
      unit_id: null,
      location_id: null,
      legal_entity_id: null,
      manager_id,
    })),
  )

/**
 * Like `loadReferences`, for the batches of a list. Each record is read only once: most people of a batch have the units
 * and the managers of those in other batches.
 *
 * @returns answers what the people of a batch refer to, and perhaps more
 */
export function referencesOfBatches(
  db: Db,
  today: Day,
  asOf: Day,
): (people: readonly PersonRow[]) => Promise<References> {
  let known = new Map<string, Referred>()
  return async (people) => {
    if (known.size > mostKnown) known = new Map()
    const all = known
    for (const [id, record] of await loadReferences(db, people, today, [], asOf, all)) all.set(id, record)
    return all
  }
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

/** Holds somebody as they are until the transaction ends: they neither leave nor change meanwhile. Null is nobody. */
export async function holdPerson(db: Db, personId: string | null | undefined): Promise<void> {
  if (personId)
    await db.query(`select 1 from people p where p.org_id = $1 and p.id = $2 for share`, [db.orgId, personId])
}
