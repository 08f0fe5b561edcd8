import { sql, type Db } from '../db/transaction.ts'
import type { Address } from '../domain/address.ts'
import type { Day } from '../domain/day.ts'
import { inForce } from './fragments.ts'

/** What of a location a caller can set. */
export interface LocationFields {
  name: string
  country: string
  city: string | null
  time_zone: string | null
  address: Address | null
  kind: 'office' | 'remote'
}

export interface LocationRow extends LocationFields {
  id: string
  archived: boolean
  member_count: number
}

const columns = (today: string) => `
  l.id, l.name, l.country, l.city, l.time_zone, l.address, l.kind, l.archived_at is not null as archived,
  (select count(*)::int from job_rows m
    where m.org_id = l.org_id and m.location_id = l.id and ${inForce('m', today)}) as member_count`

/** By name. */
export function listLocations(db: Db, today: Day, includeArchived: boolean): Promise<LocationRow[]> {
  return db.query(
    `select ${columns('$2')}
       from locations l
      where l.org_id = $1 and ($3 or l.archived_at is null)
      order by l.name collate "und-x-icu", l.id`,
    [db.orgId, today, includeArchived],
  )
}

export async function getLocation(db: Db, today: Day, id: string): Promise<LocationRow | undefined> {
  const [row] = await db.query<LocationRow>(
    `select ${columns('$2')} from locations l where l.org_id = $1 and l.id = $3`,
    [db.orgId, today, id],
  )
  return row
}

export async function insertLocation(db: Db, id: string, fields: LocationFields): Promise<void> {
  await db.run(sql('locations').insert({ org_id: db.orgId, id, ...fields }))
}

export async function updateLocation(
  db: Db,
  id: string,
  fields: Partial<LocationFields>,
  now: Date,
): Promise<void> {
  await db.run(
    sql('locations')
      .where({ org_id: db.orgId, id })
      .update({ ...fields, updated_at: now }),
  )
}

/** What a taken name is answered with; for `onDuplicate`. */
export function duplicateLocation(name: string): Record<string, string> {
  return {
    locations_name: `Another location is called ${name} (archived ones keep their names, too). Choose another name.`,
  }
}
