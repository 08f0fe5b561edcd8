import type { Db } from '../db/transaction.ts'
import { notFound } from '../errors.ts'

type Table = 'units' | 'locations' | 'legal_entities' | 'people'

const kinds: Record<Table, string> = {
  units: 'unit',
  locations: 'location',
  legal_entities: 'legal entity',
  people: 'person',
}

/**
 * Records that a filter names must exist: an id that leads nowhere is an error, not an empty answer.
 *
 * @param wanted by the input's field: the table and the id, which may be left out
 * @throws ApiError not_found naming the field
 */
export async function requireRecords(
  db: Db,
  wanted: Record<string, [Table, string | undefined]>,
): Promise<void> {
  await Promise.all(
    Object.entries(wanted).map(async ([field, [table, id]]) => {
      if (id !== undefined && !(await recordExists(db, table, id))) throw notFound(field, kinds[table])
    }),
  )
}

export async function recordExists(db: Db, table: Table, id: string): Promise<boolean> {
  const rows = await db.query(`select 1 from ${table} where org_id = $1 and id = $2`, [db.orgId, id])
  return rows.length > 0
}
