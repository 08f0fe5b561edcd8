import type { Db } from '../../db/transaction.ts'
import type { Audience, Role } from '../../domain/caller.ts'
import type { components } from '../../generated/contract.ts'
import type { PositionStatus } from '../../domain/positions.ts'

/** The photo of a person, with its bytes. */
export interface PhotoRow {
  bytes: Buffer
  updated_at: string
}

export async function loadPhoto(db: Db, personId: string): Promise<PhotoRow | undefined> {
  const [row] = await db.query<PhotoRow>(
    `select i.bytes, i.updated_at from images i
      where i.org_id = $1 and i.owner_id = $2 and i.bytes is not null`,
    [db.orgId, personId],
  )
  return row
}

/** The login of a person, with what leads to nobody's secret. */
export interface LoginRow {
  membership_id: string
  user_id: string
  email: string
  name: string
  role: Role
  status: 'active' | 'disabled'
  language: components['schemas']['Language'] | null
  has_password: boolean
  email_verified_at: string | null
  created_at: string
}

/** The login of a person; a person has one at most. */
export function findLogins(db: Db, personId: string): Promise<LoginRow[]> {
  return db.query<LoginRow>(
    `select m.id as membership_id, u.id as user_id, u.email, u.display_name as name, m.role, m.status, u.language,
            u.password_hash is not null as has_password, u.email_verified_at, u.created_at
       from memberships m
       join users u on u.org_id = $1 and u.id = m.user_id
      where m.org_id = $1 and m.person_id = $2
      order by m.id`,
    [db.orgId, personId],
  )
}

export interface LinkedMethodRow {
  provider: 'google' | 'microsoft'
  email: string | null
  linked_at: string
}

/** The accounts elsewhere that are linked to a login. */
export function listLinkedMethods(db: Db, userId: string): Promise<LinkedMethodRow[]> {
  return db.query<LinkedMethodRow>(
    `select i.provider, i.email, i.linked_at from identities i
      where i.org_id = $1 and i.user_id = $2 and i.linked_at is not null
      order by i.provider`,
    [db.orgId, userId],
  )
}

export interface KeptSessionRow {
  id: string
  network: string | null
  browser: string | null
  created_at: string
  last_used_at: string | null
  expires_at: string
  ended_at: string | null
}

/** The sessions of a member that are still kept, also those that have ended; the newest first. */
export function listKeptSessions(db: Db, membershipId: string, limit: number): Promise<KeptSessionRow[]> {
  return db.query<KeptSessionRow>(
    `select s.id, s.network, s.browser, s.created_at, s.last_used_at, s.expires_at, s.ended_at from sessions s
      where s.org_id = $1 and s.membership_id = $2
      order by s.created_at desc, s.id desc
      limit $3`,
    [db.orgId, membershipId, limit],
  )
}

export interface KeptEmailChangeRow {
  email: string
  email_before: string | null
  created_at: string
  expires_at: string
  ended_at: string | null
}

/** The links to other e-mails of a member that are still kept, the newest first. */
export function listEmailChanges(db: Db, membershipId: string, limit: number): Promise<KeptEmailChangeRow[]> {
  return db.query<KeptEmailChangeRow>(
    `select c.email, c.email_before, c.created_at, c.expires_at, c.ended_at from email_changes c
      where c.org_id = $1 and c.membership_id = $2
      order by c.created_at desc, c.id desc
      limit $3`,
    [db.orgId, membershipId, limit],
  )
}

export interface KeptAppRow {
  id: string
  client_name: string
  client_host: string | null
  audience: Audience
  created_at: string
  connected_at: string | null
  last_used_at: string | null
  expires_at: string
  revoked_at: string | null
}

/** The apps that a member ever connected, the newest first. */
export function listKeptApps(db: Db, membershipId: string): Promise<KeptAppRow[]> {
  return db.query<KeptAppRow>(
    `select c.id, c.client_name, c.client_host, c.audience, c.created_at, c.connected_at, c.last_used_at, c.expires_at,
            c.revoked_at
       from oauth_connections c
      where c.org_id = $1 and c.membership_id = $2
      order by c.created_at desc, c.id desc`,
    [db.orgId, membershipId],
  )
}

export interface HeldPositionRow {
  id: string
  title: string
  status: PositionStatus
  role: 'filled' | 'replaced'
}

/** Positions that a person has, or whose holder they were. */
export function listHeldPositions(db: Db, personId: string, limit: number): Promise<HeldPositionRow[]> {
  return db.query<HeldPositionRow>(
    `select p.id, p.title, p.status, case when p.filled_by = $2 then 'filled' else 'replaced' end as role
       from positions p
      where p.org_id = $1 and (p.filled_by = $2 or p.replaces_person_id = $2)
      order by p.created_at, p.id
      limit $3`,
    [db.orgId, personId, limit],
  )
}

export interface SentRow {
  event_type: string
  url: string
  created_at: string
  status: 'pending' | 'succeeded' | 'failed'
}

/**
 * Events that name a person and were sent to endpoints since then, the newest first. `is true`: PostgreSQL makes a table of the
 * events, and does not compare each delivery with all of them.
 */
export async function listSentAbout(
  db: Db,
  personId: string,
  since: Date,
  limit: number,
): Promise<SentRow[]> {
  const events = await db.query<{ id: string }>(`select n.id from events_naming($1, $2, null, $3) n`, [
    db.orgId,
    personId,
    limit,
  ])
  if (events.length === 0) return []
  return db.query<SentRow>(
    `select d.event_type, e.url, d.created_at, d.status
       from webhook_deliveries d
       join webhook_endpoints e on e.org_id = $1 and e.id = d.endpoint_id
      where d.org_id = $1 and (d.event_id in (select unnest($2::uuid[]))) is true and d.created_at > $3
      order by d.created_at desc, d.id desc
      limit $4`,
    [db.orgId, events.map(({ id }) => id), since, limit],
  )
}
