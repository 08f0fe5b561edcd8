import type { Db } from '../../db/transaction.ts'

/** The user's own language, held so that what is recorded as the value before is what this transaction replaces. */
export async function lockOwnLanguage(db: Db, userId: string): Promise<string | null> {
  const [user] = await db.query<{ language: string | null }>(
    `select language from users where org_id = $1 and id = $2 for no key update`,
    [db.orgId, userId],
  )
  return user!.language
}

export async function updateOwnLanguage(
  db: Db,
  userId: string,
  language: string | null,
  now: Date,
): Promise<void> {
  await db.query(`update users set language = $3, updated_at = $4 where org_id = $1 and id = $2`, [
    db.orgId,
    userId,
    language,
    now,
  ])
}
