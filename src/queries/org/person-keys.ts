import type { Db } from '../../db/transaction.ts'
import type { PersonKey, WrappedKey } from '../../secrets/personal.ts'
import { valuesOf } from '../values.ts'

/**
 * The keys of people, for whoever seals or opens what is private of them. A query loads the key beside sealed values, so that
 * they cost no statement more. A value in a row is bound to it: {@link placeIn}.
 */

export type WrappedKeys = ReadonlyMap<string, WrappedKey>

/** The keys that these people have, by the id of the person. */
export async function loadKeys(db: Db, personIds: readonly string[]): Promise<WrappedKeys> {
  const rows = await db.query<WrappedKey & { person_id: string }>(
    `select k.person_id, k.key_id, k.wrapped_key from person_keys k
      where k.org_id = $1 and k.person_id = any($2::uuid[])`,
    [db.orgId, personIds],
  )
  return new Map(rows.map((row) => [row.person_id, row]))
}

/**
 * The keys of these people, to seal with. Who has none gets one. When two transactions make a key for one person at the
 * same moment, or two queries of one transaction do, the first key counts for both.
 *
 * @param known the keys that they have, as of `loadKeys`; none for people who are new
 * @throws UnreadableDetails
 */
export async function keysToSeal(
  db: Db,
  personIds: readonly string[],
  known: WrappedKeys,
): Promise<ReadonlyMap<string, PersonKey>> {
  const ownerOf = (personId: string) => ({ orgId: db.orgId, personId })
  const keys = new Map<string, PersonKey>()
  const made: KeyRow[] = []
  for (const id of personIds) {
    const stored = known.get(id)
    if (stored) keys.set(id, db.vault.open(ownerOf(id), stored))
    else {
      const { key, wrapped } = db.vault.create(ownerOf(id))
      keys.set(id, key)
      made.push({ person_id: id, ...wrapped })
    }
  }
  const taken = made.length > 0 ? await insertKeys(db, made) : []
  if (taken.length > 0) {
    const theirs = await loadKeys(db, taken)
    for (const id of taken) keys.set(id, db.vault.open(ownerOf(id), theirs.get(id) ?? null))
  }
  return keys
}

interface KeyRow extends WrappedKey {
  person_id: string
}

/** Stores keys. Answers the people who have got another one in the meantime. */
async function insertKeys(db: Db, keys: readonly KeyRow[]): Promise<string[]> {
  const columns = ['person_id', 'key_id', 'wrapped_key'] as const
  const { text, values } = valuesOf(columns, keys)
  const stored = await db.query<{ person_id: string }>(
    `insert into person_keys (org_id, ${columns.join(', ')}) values ${text}
     on conflict (org_id, person_id) do nothing
     returning person_id`,
    [db.orgId, ...values],
  )
  if (stored.length === keys.length) return []
  const ids = new Set(stored.map(({ person_id }) => person_id))
  return keys.flatMap(({ person_id }) => (ids.has(person_id) ? [] : [person_id]))
}

/** The key of a person, as a query loads it beside sealed values; null where there is none. */
export interface WithKey {
  key_id: string | null
  wrapped_key: Buffer | null
}

/** Columns of `WithKey`. */
export const keyColumns = 'k.key_id, k.wrapped_key'

/**
 * Joins the key of a person as `k`. Each key is looked up (`offset 0`): nobody reads those of all people for a few.
 *
 * @param person SQL of the person's id
 * @param org the placeholder of the organization
 */
export const joinKey = (person: string, org = '$1'): string =>
  `left join lateral (select o.* from person_keys o where o.org_id = ${org} and o.person_id = ${person} offset 0) k on true`

export const keyOf = ({ key_id, wrapped_key }: WithKey): WrappedKey | null =>
  key_id === null || wrapped_key === null ? null : { key_id, wrapped_key }

/** The place that a sealed value is bound to, besides its organization and person. */
export const placeIn = (column: string, rowId: string): string => `${column}.${rowId}`

/** @throws UnreadableDetails when the key is gone */
export const openKey = (
  { orgId, vault }: Pick<Db, 'orgId' | 'vault'>,
  personId: string,
  row: WithKey,
): PersonKey => vault.open({ orgId, personId }, keyOf(row))

/**
 * The key of one person to seal with; they get one if they have none.
 *
 * @param known their key, if it was loaded already
 */
export async function keyToSeal(db: Db, personId: string, known?: WithKey): Promise<PersonKey> {
  const stored = known && keyOf(known)
  const keys = known ? new Map(stored ? [[personId, stored]] : []) : await loadKeys(db, [personId])
  return (await keysToSeal(db, [personId], keys)).get(personId)!
}
