import type { Db } from '../../db/transaction.ts'

/** Notes when the record of a person last changed. */
export async function touchPerson(db: Db, personId: string, now: Date): Promise<void> {
  await db.query(`update people set updated_at = $3 where org_id = $1 and id = $2`, [db.orgId, personId, now])
}
