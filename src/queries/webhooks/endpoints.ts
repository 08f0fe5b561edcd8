import type { Db } from '../../db/transaction.ts'
import type { DisabledReason, Health } from '../../domain/webhooks.ts'
import type { WrappedKey } from '../../secrets/personal.ts'

export interface EndpointRow {
  id: string
  url: string
  description: string
  event_types: string[]
  enabled: boolean
  disabled_reason: DisabledReason | null
  disabled_at: string | null
  failing_since: string | null
  consecutive_failures: number
  last_delivery_at: string | null
  last_delivery_status: 'succeeded' | 'failed' | null
  last_response_status: number | null
  secret_hint: string
  previous_expires_at: string | null
  created_at: string
  updated_at: string
}

const columns = `e.id, e.url, e.description, e.event_types, e.enabled, e.disabled_reason, e.disabled_at, e.failing_since,
  e.consecutive_failures, e.last_delivery_at, e.last_delivery_status, e.last_response_status, e.secret_hint,
  e.previous_expires_at, e.created_at, e.updated_at`

/** All endpoints, oldest first. There are few (`mostEndpoints`). */
export function listEndpoints(db: Db): Promise<EndpointRow[]> {
  return db.query(
    `select ${columns} from webhook_endpoints e where e.org_id = $1 and e.deleted_at is null order by e.created_at, e.id`,
    [db.orgId],
  )
}

export async function findEndpoint(db: Db, id: string): Promise<EndpointRow | undefined> {
  const [row] = await db.query<EndpointRow>(
    `select ${columns} from webhook_endpoints e where e.org_id = $1 and e.id = $2 and e.deleted_at is null`,
    [db.orgId, id],
  )
  return row
}

/** An endpoint, locked until the transaction ends. */
export async function lockEndpoint(db: Db, id: string): Promise<EndpointRow | undefined> {
  const [row] = await db.query<EndpointRow>(
    `select ${columns} from webhook_endpoints e
      where e.org_id = $1 and e.id = $2 and e.deleted_at is null
        for no key update`,
    [db.orgId, id],
  )
  return row
}

/** Counts the endpoints. No other one is added until the transaction ends: the organization's row is locked. */
export async function lockAndCountEndpoints(db: Db): Promise<number> {
  const [, [row]] = await Promise.all([
    db.query(`select 1 from organizations o where o.org_id = $1 for no key update`, [db.orgId]),
    db.query<{ count: number }>(
      `select count(*)::int as count from webhook_endpoints e where e.org_id = $1 and e.deleted_at is null`,
      [db.orgId],
    ),
  ])
  return row!.count
}

/** A secret as it is stored, and what is shown of it. */
export interface StoredSecret {
  hint: string
  sealed: WrappedKey
}

export async function insertEndpoint(
  db: Db,
  endpoint: Pick<EndpointRow, 'id' | 'url' | 'description' | 'event_types' | 'enabled'>,
  { hint, sealed }: StoredSecret,
  now: Date,
): Promise<void> {
  const { id, url, description, event_types, enabled } = endpoint
  await db.query(
    `insert into webhook_endpoints
       (org_id, id, url, description, event_types, enabled, disabled_reason, disabled_at, secret_hint, key_id, sealed_secret,
        created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
    [
      db.orgId,
      id,
      url,
      description,
      event_types,
      enabled,
      enabled ? null : 'manual',
      enabled ? null : now,
      hint,
      sealed.key_id,
      sealed.wrapped_key,
      now,
    ],
  )
}

/** Stores the settings of a locked endpoint. */
export async function updateEndpoint(
  db: Db,
  { id, url, description, event_types }: Pick<EndpointRow, 'id' | 'url' | 'description' | 'event_types'>,
  now: Date,
): Promise<void> {
  await db.query(
    `update webhook_endpoints set url = $3, description = $4, event_types = $5, updated_at = $6
      where org_id = $1 and id = $2`,
    [db.orgId, id, url, description, event_types, now],
  )
}

/** Turns a locked endpoint on. It counts as healthy then. */
export async function enableEndpoint(db: Db, id: string, now: Date): Promise<void> {
  await db.query(
    `update webhook_endpoints
        set enabled = true, disabled_reason = null, disabled_at = null, failing_since = null, consecutive_failures = 0,
            updated_at = $3
      where org_id = $1 and id = $2`,
    [db.orgId, id, now],
  )
}

/** Turns a locked endpoint off. */
export async function disableEndpoint(db: Db, id: string, reason: DisabledReason, now: Date): Promise<void> {
  await db.query(
    `update webhook_endpoints
        set enabled = false, disabled_reason = $3, disabled_at = $4, updated_at = $4
      where org_id = $1 and id = $2`,
    [db.orgId, id, reason, now],
  )
}

/** Stores how the deliveries of a locked endpoint go. */
export async function updateHealth(
  db: Db,
  id: string,
  health: Health,
  last: { at: Date; status: 'succeeded' | 'failed'; responseStatus: number | null },
): Promise<void> {
  await db.query(
    `update webhook_endpoints
        set failing_since = $3, consecutive_failures = $4, last_delivery_at = $5, last_delivery_status = $6,
            last_response_status = $7
      where org_id = $1 and id = $2`,
    [
      db.orgId,
      id,
      health.failing_since,
      health.consecutive_failures,
      last.at,
      last.status,
      last.responseStatus,
    ],
  )
}

/** Replaces the secret of a locked endpoint. The one before stays until `previousUntil`; the one before that is gone. */
export async function rollSecret(
  db: Db,
  id: string,
  { hint, sealed }: StoredSecret,
  previousUntil: Date,
  now: Date,
): Promise<void> {
  await db.query(
    `update webhook_endpoints
        set previous_key_id = key_id, previous_sealed = sealed_secret, previous_expires_at = $6,
            key_id = $3, sealed_secret = $4, secret_hint = $5, updated_at = $7
      where org_id = $1 and id = $2`,
    [db.orgId, id, sealed.key_id, sealed.wrapped_key, hint, previousUntil, now],
  )
}

/** Removes a locked endpoint: its secrets at once, its rows when they are swept. */
export async function removeEndpoint(db: Db, id: string, now: Date): Promise<void> {
  await db.query(
    `update webhook_endpoints
        set deleted_at = $3, updated_at = $3, key_id = null, sealed_secret = null, previous_key_id = null, previous_sealed = null,
            previous_expires_at = null
      where org_id = $1 and id = $2`,
    [db.orgId, id, now],
  )
}

/** The endpoints to which one of these types is sent, and the types of each. */
export function findSubscribed(
  db: Pick<Db, 'orgId' | 'query'>,
  types: readonly string[],
): Promise<{ id: string; event_types: string[] }[]> {
  return db.query(
    `select e.id, e.event_types from webhook_endpoints e
      where e.org_id = $1 and e.enabled and e.deleted_at is null and e.event_types && $2::text[]`,
    [db.orgId, types],
  )
}

/** An endpoint, as far as an attempt needs it. */
export interface Receiver {
  id: string
  url: string
  event_types: string[]
  enabled: boolean
  consecutive_failures: number
  key_id: string
  sealed_secret: Buffer
  previous_key_id: string | null
  previous_sealed: Buffer | null
  previous_expires_at: string | null
}

/** An endpoint that is not deleted, with its secrets. */
export async function findReceiver(db: Db, id: string): Promise<Receiver | undefined> {
  const [row] = await db.query<Receiver>(
    `select e.id, e.url, e.event_types, e.enabled, e.consecutive_failures, e.key_id, e.sealed_secret, e.previous_key_id,
            e.previous_sealed, e.previous_expires_at
       from webhook_endpoints e
      where e.org_id = $1 and e.id = $2 and e.deleted_at is null`,
    [db.orgId, id],
  )
  return row
}

/** Turns off all endpoints that are on, because the company is closed. What was still to be tried fails. */
export async function closeEndpoints(db: Db, now: Date): Promise<void> {
  await db.query(
    `update webhook_endpoints set enabled = false, disabled_reason = 'closed', disabled_at = $2, updated_at = $2
      where org_id = $1 and enabled and deleted_at is null`,
    [db.orgId, now],
  )
  await db.query(
    `update webhook_deliveries
        set status = 'failed', fault = 'endpoint_off', next_attempt_at = null
      where org_id = $1 and status = 'pending' and lease is null`,
    [db.orgId],
  )
}

/** Turns on again what was turned off because the company was closed. */
export async function reopenEndpoints(db: Db, now: Date): Promise<void> {
  await db.query(
    `update webhook_endpoints
        set enabled = true, disabled_reason = null, disabled_at = null, failing_since = null, consecutive_failures = 0,
            updated_at = $2
      where org_id = $1 and disabled_reason = 'closed' and deleted_at is null`,
    [db.orgId, now],
  )
}
