import type { Db } from '../../db/transaction.ts'

export interface SessionRow {
  id: string
  created_at: string
  last_used_at: string | null
  expires_at: string
  /** Unknown for sessions from before it was noted. */
  network: string | null
  browser: string | null
}

/** The sessions of a member that work now, the newest first. */
export function listSessions(db: Db, membershipId: string, now: Date): Promise<SessionRow[]> {
  return db.query(
    `select s.id, s.browser, s.network, s.created_at, s.last_used_at, s.expires_at
       from sessions s
      where s.org_id = $1 and s.membership_id = $2 and s.ended_at is null and s.expires_at > $3
      order by s.created_at desc, s.id desc`,
    [db.orgId, membershipId, now],
  )
}

/** Ends one session of a member. Answers how many there were. */
export async function endSessionOf(db: Db, membershipId: string, id: string, now: Date): Promise<number> {
  const ended = await db.query(
    `update sessions set ended_at = $4
      where org_id = $1 and membership_id = $2 and id = $3 and ended_at is null and expires_at > $4
      returning 1`,
    [db.orgId, membershipId, id, now],
  )
  return ended.length
}

/** Ends all sessions of a member but one. Answers how many there were. */
export async function endOtherSessions(
  db: Db,
  membershipId: string,
  keep: string,
  now: Date,
): Promise<number> {
  const ended = await db.query(
    `update sessions set ended_at = $4
      where org_id = $1 and membership_id = $2 and id <> $3 and ended_at is null and expires_at > $4
      returning 1`,
    [db.orgId, membershipId, keep, now],
  )
  return ended.length
}

/** The hash of a login's password; null when it has none. */
export async function findPassword(db: Db, userId: string): Promise<string | null> {
  const [row] = await db.query<{ password_hash: string | null }>(
    `select u.password_hash from users u where u.org_id = $1 and u.id = $2`,
    [db.orgId, userId],
  )
  return row!.password_hash
}

/** Replaces the password of a login. Answers whether it was still the one with this hash. */
export async function replacePassword(
  db: Db,
  userId: string,
  { before, after }: { before: string; after: string },
  now: Date,
): Promise<boolean> {
  const changed = await db.query(
    `update users set password_hash = $4, updated_at = $5
      where org_id = $1 and id = $2 and password_hash = $3
      returning 1`,
    [db.orgId, userId, before, after, now],
  )
  return changed.length > 0
}
