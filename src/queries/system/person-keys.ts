import type { SystemDb } from '../../db/system.ts'
import type { Db } from '../../db/transaction.ts'
import type { WrappedKey } from '../../secrets/personal.ts'

/** Counts the people who have a key that is wrapped by another SECRET_KEY than these. */
export async function countOtherKeys(db: SystemDb, keyIds: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ people: number }>(
    `select count(*)::int as people from person_keys where key_id <> all($1)`,
    [keyIds],
  )
  return rows[0]!.people
}

/** An organization with keys that this SECRET_KEY wrapped; undefined when there is none left. */
export async function findOrganizationOfKey(db: SystemDb, keyId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ org_id: string }>(
    `select org_id from person_keys where key_id = $1 limit 1`,
    [keyId],
  )
  return rows[0]?.org_id
}

export type KeyOfPerson = WrappedKey & { person_id: string }

/** Some keys of an organization that this SECRET_KEY wrapped, locked. */
export function lockKeys(db: Db, keyId: string, limit: number): Promise<KeyOfPerson[]> {
  return db.query(
    `select k.person_id, k.key_id, k.wrapped_key from person_keys k
      where k.org_id = $1 and k.key_id = $2
      order by k.person_id
      limit $3
        for update`,
    [db.orgId, keyId, limit],
  )
}

/** Replaces keys by the same keys in another wrapping. */
export async function updateKeys(db: Db, keys: readonly KeyOfPerson[]): Promise<void> {
  await db.query(
    `update person_keys k
        set key_id = new.key_id, wrapped_key = new.wrapped_key
       from unnest($2::uuid[], $3::text[], $4::bytea[]) as new (person_id, key_id, wrapped_key)
      where k.org_id = $1 and k.person_id = new.person_id`,
    [
      db.orgId,
      keys.map(({ person_id }) => person_id),
      keys.map(({ key_id }) => key_id),
      keys.map(({ wrapped_key }) => wrapped_key),
    ],
  )
}
