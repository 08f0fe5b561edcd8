import type pg from 'pg'
import { ConfigError } from '../config/error.ts'
import { ofOrganization } from '../db/system.ts'
import { countOtherKeys, findOrganizationOfKey, lockKeys, updateKeys } from '../queries/system/person-keys.ts'
import type { Vault } from '../secrets/personal.ts'
import {
  hasSecretKey,
  keyFile,
  secretKeysOf,
  type SecretKeys,
  type SecretSettings,
} from '../secrets/secret-key.ts'
import { OperatorError } from './errors.ts'
import { asOperator } from './transaction.ts'

/** Persons of one transaction: few enough that a call which waits for one of them does not wait long. */
const usualBatch = 500

/**
 * The keys of the settings. A new one is made only for a database that has no encrypted details yet: for any other one it
 * would be the wrong key, and stay in the place of the right one.
 *
 * @throws ConfigError when there is no key, or the file of the key cannot be used
 */
export async function openSecretKeys(pool: pg.Pool, settings: SecretSettings): Promise<SecretKeys> {
  const people = hasSecretKey(settings) ? 0 : await asOperator(pool, (client) => countOtherKeys(client, []))
  if (people > 0)
    throw new ConfigError(
      `SECRET_KEY is not set, and there is no ${keyFile(settings.dataDir)}. The private details of ${people} people in this database were encrypted with one of them: set that key, or restore that file.`,
    )
  return secretKeysOf(settings)
}

/**
 * Checks, before the server answers calls, that the keys of all persons can be opened. A server that cannot open them would
 * fail in the middle of calls.
 *
 * @throws ConfigError when SECRET_KEY is not the one that this database needs
 */
export async function checkSecretKey(pool: pg.Pool, vault: Vault): Promise<void> {
  const others = await asOperator(pool, (client) => countOtherKeys(client, vault.keyIds))
  if (others > 0)
    throw new ConfigError(
      `SECRET_KEY, or where it is not set DATA_DIR/secret.key, is not the key of this database: the private details of ${others} people were encrypted with another one. ` +
        'Set that one, or set it as SECRET_KEY_PREVIOUS and run npm run org -- rotate-secret.',
    )
}

export interface Rotation {
  /** The number of people whose keys this run has wrapped again. */
  people: number
  /** The number of people whose keys neither SECRET_KEY nor SECRET_KEY_PREVIOUS can open. */
  unreadable: number
}

/**
 * Wraps the keys of all persons by the current SECRET_KEY, while the server goes on serving. What is done stays done: a
 * run that was stopped goes on where it was, and one more run finds nothing to do.
 *
 * @param batch how many persons one transaction is about
 * @throws OperatorError when there are keys of another SECRET_KEY, and no SECRET_KEY_PREVIOUS
 */
export async function rotateSecret(pool: pg.Pool, vault: Vault, batch = usualBatch): Promise<Rotation> {
  const { previousKeyId } = vault
  let people = 0
  // One batch after the other, so that only a few persons are locked at a time.
  for (;;) {
    const some = previousKeyId && (await rewrapSome(pool, vault, previousKeyId, batch))
    if (!some) break
    people += some.people
  }
  const unreadable = await asOperator(pool, (client) => countOtherKeys(client, [vault.keyId]))
  if (unreadable > 0 && previousKeyId === undefined)
    throw new OperatorError(
      `The keys of ${unreadable} people are wrapped by another SECRET_KEY. Set that one as SECRET_KEY_PREVIOUS.`,
    )
  return { people, unreadable }
}

/** Wraps the keys of some people of one organization by the current SECRET_KEY. Answers how many, and undefined when none are left. */
function rewrapSome(
  pool: pg.Pool,
  vault: Vault,
  previousKeyId: string,
  batch: number,
): Promise<{ people: number } | undefined> {
  return asOperator(pool, async (client) => {
    const orgId = await findOrganizationOfKey(client, previousKeyId)
    if (orgId === undefined) return undefined
    const db = ofOrganization(client, orgId)
    const keys = await lockKeys(db, previousKeyId, batch)
    const rewrapped = keys.map((key) => ({
      person_id: key.person_id,
      ...vault.rewrap({ orgId, personId: key.person_id }, key),
    }))
    await updateKeys(db, rewrapped)
    return { people: keys.length }
  })
}
