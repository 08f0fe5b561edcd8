import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { nameKey } from '../../domain/folding.ts'
import type { UnitNode } from '../../domain/unit-tree.ts'
import { manyRows } from '../values.ts'
import { locations, type LocationRow } from './locations.ts'
import type { UnitChange } from './units.ts'

/** The structure, for calls that name and change much of it at once: each function is one statement. */

/** A legal entity that a job may name. */
export interface NamedEntity {
  id: string
  name: string
  name_key: string
  archived: boolean
}

/** The legal entities with these names, locked so that nobody archives them before people are assigned to them. */
export async function findLegalEntitiesNamed(
  db: Db,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedEntity>> {
  const keys = [...new Set(names.map(nameKey))]
  if (keys.length === 0) return new Map()
  const rows = await db.query<NamedEntity>(
    `select id, name, name_key, archived_at is not null as archived from legal_entities
      where org_id = $1 and name_key = any($2::text[])
      order by id
        for key share`,
    [db.orgId, keys],
  )
  return new Map(rows.map((row) => [row.name_key, row]))
}

/**
 * The locations with these names, by the key of the name, locked until the transaction ends: nobody archives or changes
 * them meanwhile.
 */
export async function lockLocationsNamed(
  db: Db,
  names: readonly string[],
  today: Day,
): Promise<ReadonlyMap<string, LocationRow>> {
  const keys = [...new Set(names.map(nameKey))]
  if (keys.length === 0) return new Map()
  const rows = await locations.lockNamed(db, keys, today)
  return new Map(rows.map((row) => [nameKey(row.name), row]))
}

type StoredLocation = Pick<LocationRow, 'id' | 'name' | 'country' | 'city' | 'time_zone'>

const locationColumns = `id uuid, name text, name_key text, country text, city text, time_zone text`

const withKeys = <Row extends { name: string }>(rows: readonly Row[]) =>
  JSON.stringify(rows.map((row) => ({ ...row, name_key: nameKey(row.name) })))

/** Stores new locations, which are offices. */
export async function insertLocations(db: Db, rows: readonly StoredLocation[]): Promise<void> {
  if (rows.length === 0) return
  await db.query(
    `insert into locations (org_id, id, name, name_key, country, city, time_zone, kind)
     select o.org_id, n.id, n.name, n.name_key, n.country, n.city, n.time_zone, 'office'
       ${manyRows(locationColumns)}
      order by n.name_key`,
    [db.orgId, withKeys(rows)],
  )
}

/** Stores country, city and time zone of locations. */
export async function updateLocations(db: Db, rows: readonly StoredLocation[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await db.query(
    `update locations l
        set country = n.country, city = n.city, time_zone = n.time_zone, updated_at = $3
       from jsonb_to_recordset($2::jsonb) as n(${locationColumns})
      where l.org_id = $1 and l.id = n.id`,
    [db.orgId, withKeys(rows), now],
  )
}

/** Stores new units without leads. A parent may be among them. */
export async function insertUnits(db: Db, rows: readonly UnitNode[]): Promise<void> {
  if (rows.length === 0) return
  await db.query(
    `insert into units (org_id, id, name, name_key, kind, parent_id)
     select o.org_id, n.id, n.name, n.name_key, n.kind, n.parent_id
       ${manyRows('id uuid, name text, name_key text, kind text, parent_id uuid')}
      order by n.name_key`,
    [db.orgId, withKeys(rows)],
  )
}

/** Stores kind and parent of units. Who moved them, and when, is kept for approvals. */
export async function updateUnits(
  db: Db,
  rows: readonly UnitNode[],
  { caller, now }: UnitChange,
): Promise<void> {
  if (rows.length === 0) return
  await db.query(
    `update units u
        set kind = n.kind, parent_id = n.parent_id, updated_at = $3,
            moved_by = case when u.parent_id is distinct from n.parent_id then $4 else u.moved_by end,
            moved_at = case when u.parent_id is distinct from n.parent_id then $3 else u.moved_at end
       from jsonb_to_recordset($2::jsonb) as n(id uuid, kind text, parent_id uuid)
      where u.org_id = $1 and u.id = n.id`,
    [db.orgId, JSON.stringify(rows), now, caller.membershipId],
  )
}

/** So many names of places are read to suggest one. */
const mostPlaceNames = 2000

/** The names of active locations or legal entities. */
export async function listPlaceNames(db: Db, table: 'locations' | 'legal_entities'): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select name from ${table} where org_id = $1 and archived_at is null order by id limit ${mostPlaceNames}`,
    [db.orgId],
  )
  return rows.map(({ name }) => name)
}
