import type { Db } from '../../db/transaction.ts'
import type { Audience } from '../../domain/caller.ts'
import { lockOwnMember } from './logins.ts'

export interface ApiKeyRow {
  id: string
  name: string
  audience: Audience
  last4: string
  created_at: string
  last_used_at: string | null
  revoked: boolean
}

/** A member's keys, newest first. */
export function listApiKeys(db: Db, membershipId: string): Promise<ApiKeyRow[]> {
  return db.query(
    `select id, name, audience, last4, created_at, last_used_at, revoked_at is not null as revoked
       from api_keys
      where org_id = $1 and membership_id = $2
      order by created_at desc, id desc`,
    [db.orgId, membershipId],
  )
}

/**
 * Counts the keys of a member that are not revoked. The membership is locked until this transaction ends: two calls at the
 * same time could otherwise both create the last key that is allowed.
 */
export async function lockAndCountKeys(db: Db, membershipId: string): Promise<number> {
  const held = db.query(`select 1 from memberships where org_id = $1 and id = $2 for no key update`, [
    db.orgId,
    membershipId,
  ])
  const counted = db.query<{ count: number }>(
    `select count(*)::int as count from api_keys where org_id = $1 and membership_id = $2 and revoked_at is null`,
    [db.orgId, membershipId],
  )
  const [, [row]] = await Promise.all([held, counted])
  return row!.count
}

/** Stores a key, and the hash by which it is found. The secret itself is never stored. */
export async function insertApiKey(
  db: Db,
  key: { id: string; membershipId: string; name: string; audience: Audience; last4: string; createdAt: Date },
  secretHash: Buffer,
): Promise<void> {
  await Promise.all([
    db.query(
      `insert into api_keys (org_id, id, membership_id, name, audience, last4, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [db.orgId, key.id, key.membershipId, key.name, key.audience, key.last4, key.createdAt],
    ),
    db.query(
      `insert into credential_lookups (org_id, secret_hash, kind, credential_id) values ($1, $2, 'key', $3)`,
      [db.orgId, secretHash, key.id],
    ),
  ])
}

export type LockedApiKey = Pick<ApiKeyRow, 'id' | 'name' | 'revoked'>

/** One of a member's own keys, locked until the transaction ends, as is the member before it (`lockOwnMember`). */
export async function lockApiKey(
  db: Db,
  membershipId: string,
  id: string,
): Promise<LockedApiKey | undefined> {
  const [, [row]] = await Promise.all([
    lockOwnMember(db, membershipId),
    db.query<LockedApiKey>(
      `select id, name, revoked_at is not null as revoked
         from api_keys
        where org_id = $1 and id = $2 and membership_id = $3
          for no key update`,
      [db.orgId, id, membershipId],
    ),
  ])
  return row
}

/** Marks keys of a locked member as revoked. */
export async function revokeApiKeys(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db.query(`update api_keys set revoked_at = $3 where org_id = $1 and id = any($2::uuid[])`, [
    db.orgId,
    ids,
    now,
  ])
}

/** Marks a key as revoked. */
export async function revokeApiKey(db: Db, id: string, now: Date): Promise<void> {
  await db.query(`update api_keys set revoked_at = $3 where org_id = $1 and id = $2`, [db.orgId, id, now])
}
