import type { Db } from '../../db/transaction.ts'

/** The user's own language. The user is locked, so that the log records the value that is really replaced. */
export async function lockOwnLanguage(db: Db, userId: string): Promise<string | null> {
  const [user] = await db.query<{ language: string | null }>(
    `select language from users where org_id = $1 and id = $2 for no key update`,
    [db.orgId, userId],
  )
  return user!.language
}

/** Sets the user's own language. */
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
