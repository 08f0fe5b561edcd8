import type { Db } from '../db/transaction.ts'

const tableOf = {
  unit: 'units',
  location: 'locations',
  legal_entity: 'legal_entities',
  person: 'people',
} as const

export type RecordKind = keyof typeof tableOf

/** Tells whether there is a record of this kind with this id. */
export async function recordExists(db: Db, kind: RecordKind, id: string): Promise<boolean> {
  const rows = await db.query(`select 1 from ${tableOf[kind]} r where r.org_id = $1 and r.id = $2`, [
    db.orgId,
    id,
  ])
  return rows.length > 0
}

/**
 * Checks that the records that an input names exist.
 *
 * @param wanted field of the input → kind of record and id; the id is undefined when none was given
 * @returns the first field whose record does not exist, and its kind; undefined when all exist
 */
export async function findMissing(
  db: Db,
  wanted: Record<string, [RecordKind, string | undefined]>,
): Promise<{ field: string; kind: RecordKind } | undefined> {
  const checked = await Promise.all(
    Object.entries(wanted).map(async ([field, [kind, id]]) => ({
      field,
      kind,
      found: id === undefined || (await recordExists(db, kind, id)),
    })),
  )
  return checked.find(({ found }) => !found)
}
