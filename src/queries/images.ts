import type { Db } from '../db/transaction.ts'

/**
 * Keeps the image of a person or of the organization, in place of the one before.
 *
 * @param bytes null: there is none any more
 */
export async function saveImage(db: Db, ownerId: string, bytes: Buffer | null, now: Date): Promise<void> {
  await db.query(
    `insert into images (org_id, owner_id, bytes, updated_at)
     values ($1, $2, $3, $4)
     on conflict (org_id, owner_id) do update
        set bytes = excluded.bytes, updated_at = excluded.updated_at`,
    [db.orgId, ownerId, bytes, now],
  )
}

/** Says in the organization which logo it has; null: none. */
export async function setLogo(db: Db, hash: string | null, now: Date): Promise<void> {
  await db.query('update organizations set logo_hash = $2, updated_at = $3 where org_id = $1', [
    db.orgId,
    hash,
    now,
  ])
}

/** Says in a person which photo they have; null: none. */
export async function setPhoto(db: Db, personId: string, hash: string | null, now: Date): Promise<void> {
  await db.query('update people set photo_hash = $3, updated_at = $4 where org_id = $1 and id = $2', [
    db.orgId,
    personId,
    hash,
    now,
  ])
}

/** The logo with this hash; undefined when the organization has another one, or none. */
export async function findLogo(db: Db, hash: string): Promise<Buffer | undefined> {
  const [row] = await db.query<{ bytes: Buffer | null }>(
    `select i.bytes
       from organizations o
       join images i on i.org_id = $1 and i.owner_id = o.org_id
      where o.org_id = $1 and o.logo_hash = $2`,
    [db.orgId, hash],
  )
  return row?.bytes ?? undefined
}

/** The photo of a person with this hash; undefined when they have another one, or none. */
export async function findPhoto(db: Db, personId: string, hash: string): Promise<Buffer | undefined> {
  const [row] = await db.query<{ bytes: Buffer | null }>(
    `select i.bytes
       from people p
       join images i on i.org_id = $1 and i.owner_id = p.id
      where p.org_id = $1 and p.id = $2 and p.photo_hash = $3`,
    [db.orgId, personId, hash],
  )
  return row?.bytes ?? undefined
}
