import type { Db } from '../../db/transaction.ts'
import type { Audience } from '../../domain/caller.ts'

/** Days without use after which a connection ends by itself. `authenticate_app` knows them, too. */
export const idleDays = 30

/** An app as it stood when a member agreed, and for what. */
export interface ConnectedApp {
  client_id: string
  client_name: string
  client_kind: 'cimd' | 'dcr'
  client_host: string | null
  redirect_host: string
  redirect_kind: 'web' | 'local' | 'app'
  audience: Audience
}

export interface ConnectionRow extends Omit<ConnectedApp, 'client_id'> {
  id: string
  created_at: string
  last_used_at: string | null
  expires_at: string
  membership_id: string
  user_id: string
  user_name: string
  user_email: string
}

/**
 * The connections that work, newest first.
 *
 * @param membershipId of this member; null: of all members
 */
export function listConnections(db: Db, membershipId: string | null, now: Date): Promise<ConnectionRow[]> {
  const values: unknown[] = [db.orgId, now]
  return db.query(
    `select c.id, c.client_name, c.client_kind, c.client_host, c.redirect_host, c.redirect_kind, c.audience,
            c.created_at, c.last_used_at, c.expires_at, c.membership_id,
            u.id as user_id, u.display_name as user_name, u.email as user_email
       from oauth_connections c
       join memberships m on m.org_id = $1 and m.id = c.membership_id
       join users u       on u.org_id = $1 and u.id = m.user_id
      where c.org_id = $1 ${membershipId === null ? '' : `and c.membership_id = $${values.push(membershipId)}`}
        and c.connected_at is not null and c.revoked_at is null and c.expires_at > $2
      order by c.created_at desc, c.id desc`,
    values,
  )
}

/**
 * The connections of a locked member beyond so many that were used last, and consents of which nothing came yet beyond so many
 * that are new: a hundred of them at most.
 */
export function findBeyond(db: Db, membershipId: string, most: number, now: Date): Promise<{ id: string }[]> {
  return db.query(
    `select c.id
       from (select id, row_number() over (partition by connected_at is null
                                           order by coalesce(last_used_at, created_at) desc, id desc) as place
               from oauth_connections
              where org_id = $1 and membership_id = $2 and revoked_at is null and expires_at > $3) c
      where c.place > $4
      order by c.id
      limit 100`,
    [db.orgId, membershipId, now, most],
  )
}

/** Stores what a member agreed to. The app is connected when it gets its first token. */
export async function insertConnection(
  db: Db,
  connection: ConnectedApp & { id: string; membership_id: string },
  now: Date,
): Promise<void> {
  const { id, membership_id, client_id, client_name, client_kind, client_host } = connection
  const { redirect_host, redirect_kind, audience } = connection
  await db.query(
    `insert into oauth_connections
            (org_id, id, membership_id, client_id, client_name, client_kind, client_host, redirect_host, redirect_kind,
             audience, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11::timestamptz + make_interval(days => $12))`,
    [
      db.orgId,
      id,
      membership_id,
      client_id,
      client_name,
      client_kind,
      client_host,
      redirect_host,
      redirect_kind,
      audience,
      now,
      idleDays,
    ],
  )
}

export interface LockedConnection {
  id: string
  name: string
  membership_id: string
  user_id: string
  audience: Audience
  redirect_host: string
  /** Tells whether the app ever got a token. */
  connected: boolean
  revoked: boolean
}

/** A connection, locked until the transaction ends. */
export async function lockConnection(db: Db, id: string): Promise<LockedConnection | undefined> {
  const [row] = await db.query<LockedConnection>(
    `select c.id, c.client_name as name, c.membership_id, m.user_id, c.audience, c.redirect_host,
            c.connected_at is not null as connected, c.revoked_at is not null as revoked
       from oauth_connections c
       join memberships m on m.org_id = $1 and m.id = c.membership_id
      where c.org_id = $1 and c.id = $2
        for no key update of c`,
    [db.orgId, id],
  )
  return row
}

/** Notes that an app got a token: it is connected, and in use. */
export async function noteToken(db: Db, id: string, now: Date): Promise<void> {
  await db.query(
    `update oauth_connections c
        set connected_at = coalesce(c.connected_at, $3),
            last_used_at = $3,
            expires_at   = $3::timestamptz + make_interval(days => $4)
      where c.org_id = $1 and c.id = $2 and c.revoked_at is null`,
    [db.orgId, id, now, idleDays],
  )
}

/** Ends a connection at once, and removes its tokens. */
export async function revokeConnection(db: Db, id: string, now: Date): Promise<void> {
  await Promise.all([
    db.query(`update oauth_connections set revoked_at = $3 where org_id = $1 and id = $2`, [
      db.orgId,
      id,
      now,
    ]),
    db.query(`select oauth_forget($1)`, [id]),
  ])
}

/** Ends connections of a locked member at once, and removes their tokens. */
export async function revokeConnections(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await Promise.all([
    db.query(
      `update oauth_connections set revoked_at = $3
        where org_id = $1 and id = any($2::uuid[]) and revoked_at is null`,
      [db.orgId, ids, now],
    ),
    db.query(`select oauth_forget(c.id) from unnest($1::uuid[]) c (id)`, [ids]),
  ])
}

/** Ends what a locked member agreed to and no app has used yet. */
export async function endPendingConnections(db: Db, membershipId: string, now: Date): Promise<void> {
  await db.query(
    `update oauth_connections set revoked_at = $3
      where org_id = $1 and membership_id = $2 and connected_at is null and revoked_at is null`,
    [db.orgId, membershipId, now],
  )
}

export interface AiUse {
  keys: number
  /** When a key or a connection that still works was used last. */
  last_activity_at: string | null
}

/**
 * Loads all that a member has beside connections to reach the service with an assistant, and when any of it was used
 * last.
 */
export async function readAiUse(db: Db, membershipId: string, now: Date): Promise<AiUse> {
  const [row] = await db.query<AiUse>(
    `select k.keys, greatest(k.used_at, c.used_at) as last_activity_at
       from (select count(*)::int as keys, max(last_used_at) as used_at
               from api_keys
              where org_id = $1 and membership_id = $2 and revoked_at is null) k,
            (select max(last_used_at) as used_at
               from oauth_connections
              where org_id = $1 and membership_id = $2 and revoked_at is null and expires_at > $3) c`,
    [db.orgId, membershipId, now],
  )
  return row!
}
