import type { Db } from '../db/transaction.ts'
import type { Day } from '../domain/day.ts'

/** What locations and legal entities share: people are assigned to one by a column of their job rows. */
export type PlaceTable = 'locations' | 'legal_entities'

const columnOf = { locations: 'location_id', legal_entities: 'legal_entity_id' } as const

/** Keeps other changes of this record waiting until the transaction ends. */
export async function lockPlace(db: Db, table: PlaceTable, id: string): Promise<void> {
  await db.query(`select 1 from ${table} where org_id = $1 and id = $2 for no key update`, [db.orgId, id])
}

/**
 * The ids of all active ones, locked until the transaction ends. Two archivings at the same moment cannot take the last
 * two, and whoever is assigning somebody to one of them has finished before or waits.
 */
export async function lockActivePlaces(db: Db, table: PlaceTable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from ${table} where org_id = $1 and archived_at is null order by id for update`,
    [db.orgId],
  )
  return rows.map(({ id }) => id)
}

/** How many people are assigned on a day or on any day after it. */
export async function countAssigned(db: Db, table: PlaceTable, id: string, from: Day): Promise<number> {
  const [row] = await db.query<{ people: number }>(
    `select count(distinct person_id)::int as people
       from job_rows
      where org_id = $1 and ${columnOf[table]} = $2 and (valid_to is null or valid_to >= $3)`,
    [db.orgId, id, from],
  )
  return row!.people
}

export async function archivePlace(db: Db, table: PlaceTable, id: string, now: Date): Promise<void> {
  await db.query(`update ${table} set archived_at = $3, updated_at = $3 where org_id = $1 and id = $2`, [
    db.orgId,
    id,
    now,
  ])
}
