import type { Db } from '../../db/transaction.ts'
import { lockOwnMember } from './logins.ts'

/**
 * The user's own language. The member is locked, as by all that changes a login, so that the log records the value that is
 * really replaced.
 */
export async function lockOwnLanguage(
  db: Db,
  { membershipId, userId }: { membershipId: string; userId: string },
): Promise<string | null> {
  const [, [user]] = await Promise.all([
    lockOwnMember(db, membershipId),
    db.query<{ language: string | null }>(
      `select u.language from users u where u.org_id = $1 and u.id = $2`,
      [db.orgId, userId],
    ),
  ])
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
