import type { SystemDb } from '../../db/system.ts'
import type { Db } from '../../db/transaction.ts'
import type { CustomField } from '../../domain/custom-fields.ts'

/** The fields, of all organizations, of which some values do not have the form yet that the tier asks for. */
export async function findFieldsToRewrite(db: SystemDb): Promise<{ org_id: string; id: string }[]> {
  const { rows } = await db.query<{ org_id: string; id: string }>(
    `select f.org_id, f.id from custom_fields f where f.rewriting order by f.org_id, f.id`,
  )
  return rows
}

/**
 * The field, if there is still something to rewrite. It is locked: nobody sets a value or changes the tier meanwhile.
 */
export async function lockFieldToRewrite(
  db: Db,
  id: string,
): Promise<Pick<CustomField, 'id' | 'tier'> | undefined> {
  const [field] = await db.query<Pick<CustomField, 'id' | 'tier'>>(
    `select f.id, f.tier from custom_fields f
      where f.org_id = $1 and f.id = $2 and f.rewriting
        for no key update`,
    [db.orgId, id],
  )
  return field
}
