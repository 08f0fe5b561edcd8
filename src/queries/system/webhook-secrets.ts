import type { SystemDb } from '../../db/system.ts'
import type { Db } from '../../db/transaction.ts'

/** The secrets of an endpoint, as they are stored. */
export interface SealedSecrets {
  id: string
  key_id: string
  sealed_secret: Buffer
  previous_key_id: string | null
  previous_sealed: Buffer | null
}

/** Counts the endpoints that have a secret which is sealed by another SECRET_KEY than these. */
export async function countOtherSecrets(db: SystemDb, keyIds: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ endpoints: number }>(
    `select count(*)::int as endpoints from webhook_endpoints where key_id <> all($1) or previous_key_id <> all($1)`,
    [keyIds],
  )
  return rows[0]!.endpoints
}

/** An organization with secrets that this SECRET_KEY sealed; undefined when there is none left. */
export async function findOrganizationOfSecret(db: SystemDb, keyId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ org_id: string }>(
    `select org_id from webhook_endpoints where key_id = $1 or previous_key_id = $1 limit 1`,
    [keyId],
  )
  return rows[0]?.org_id
}

/** The endpoints of an organization with a secret that this SECRET_KEY sealed, locked. There are few (`mostEndpoints`). */
export function lockSecrets(db: Db, keyId: string): Promise<SealedSecrets[]> {
  return db.query(
    `select e.id, e.key_id, e.sealed_secret, e.previous_key_id, e.previous_sealed
       from webhook_endpoints e
      where e.org_id = $1 and e.deleted_at is null and (e.key_id = $2 or e.previous_key_id = $2)
      order by e.id
        for update`,
    [db.orgId, keyId],
  )
}

/** Replaces the secrets of endpoints by the same secrets in another wrapping. */
export async function updateSecrets(db: Db, secrets: readonly SealedSecrets[]): Promise<void> {
  await db.query(
    `update webhook_endpoints e
        set key_id = n.key_id, sealed_secret = n.sealed_secret, previous_key_id = n.previous_key_id,
            previous_sealed = n.previous_sealed
       from unnest($2::uuid[], $3::text[], $4::bytea[], $5::text[], $6::bytea[])
         as n (id, key_id, sealed_secret, previous_key_id, previous_sealed)
      where e.org_id = $1 and e.id = n.id`,
    [
      db.orgId,
      secrets.map(({ id }) => id),
      secrets.map(({ key_id }) => key_id),
      secrets.map(({ sealed_secret }) => sealed_secret),
      secrets.map(({ previous_key_id }) => previous_key_id),
      secrets.map(({ previous_sealed }) => previous_sealed),
    ],
  )
}
