import type { SystemDb } from '../../db/system.ts'

/** Organizations with events that have no position. */
export async function findOrganizationsToStamp(db: SystemDb): Promise<{ org_id: string }[]> {
  const { rows } = await db.query<{ org_id: string }>(
    `select distinct org_id from events where position is null`,
  )
  return rows
}
