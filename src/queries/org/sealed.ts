import type { Db } from '../../db/transaction.ts'
import type { PersonKey, WrappedKey } from '../../secrets/personal.ts'
import { keysToSeal, loadKeys } from './person-keys.ts'

/**
 * Values in rows about a person that the key of that person seals. A query loads the key beside them, so that they cost no
 * statement more. Each is bound to its row: {@link placeIn}.
 */

/** The key of a person, as a query loads it beside sealed values; null where there is none. */
export interface WithKey {
  key_id: string | null
  wrapped_key: Buffer | null
}

/** Columns of `WithKey`. */
export const keyColumns = 'k.key_id, k.wrapped_key'

/**
 * Joins the key of a person as `k`.
 *
 * @param person SQL of the person's id
 */
export const joinKey = (person: string): string =>
  `left join person_keys k on k.org_id = $1 and k.person_id = ${person}`

export const keyOf = ({ key_id, wrapped_key }: WithKey): WrappedKey | null =>
  key_id === null || wrapped_key === null ? null : { key_id, wrapped_key }

/** What a sealed value is bound to, besides its organization and person. */
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
