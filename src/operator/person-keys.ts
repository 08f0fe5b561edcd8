import type pg from 'pg'
import { ConfigError } from '../config/error.ts'
import { ofOrganization } from '../db/system.ts'
import { countOtherKeys, findOrganizationOfKey, lockKeys, updateKeys } from '../queries/system/person-keys.ts'
import {
  countOtherSecrets,
  findOrganizationOfSecret,
  lockSecrets,
  updateSecrets,
} from '../queries/system/webhook-secrets.ts'
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
  const { people, endpoints } = hasSecretKey(settings)
    ? { people: 0, endpoints: 0 }
    : await countOthers(pool, [])
  if (people + endpoints > 0)
    throw new ConfigError(
      `SECRET_KEY is not set, and there is no ${keyFile(settings.dataDir)}. The private details of ${people} people and the secrets of ${endpoints} webhook endpoints in this database were encrypted with one of them: set that key, or restore that file.`,
    )
  return secretKeysOf(settings)
}

/** Numbers of people and endpoints whose keys and secrets another SECRET_KEY than these has encrypted. */
const countOthers = (pool: pg.Pool, keyIds: readonly string[]) =>
  asOperator(pool, async (client) => ({
    people: await countOtherKeys(client, keyIds),
    endpoints: await countOtherSecrets(client, keyIds),
  }))

/**
 * Checks, before the server answers calls, that the keys of all persons can be opened. A server that cannot open them would
 * fail in the middle of calls.
 *
 * @throws ConfigError when SECRET_KEY is not the one that this database needs
 */
export async function checkSecretKey(pool: pg.Pool, vault: Vault): Promise<void> {
  const others = await countOthers(pool, vault.keyIds)
  if (others.people + others.endpoints > 0)
    throw new ConfigError(
      `SECRET_KEY, or where it is not set DATA_DIR/secret.key, is not the key of this database: the private details of ${others.people} people and the secrets of ${others.endpoints} webhook endpoints were encrypted with another one. ` +
        'Set that one, or set it as SECRET_KEY_PREVIOUS and run npm run org -- rotate-secret.',
    )
}

export interface Rotation {
  /** The number of people whose keys this run has wrapped again. */
  people: number
  /** The number of webhook endpoints whose secrets it has sealed again. */
  endpoints: number
  /** The number of people whose keys, and endpoints whose secrets, neither SECRET_KEY nor SECRET_KEY_PREVIOUS can open. */
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
  let endpoints = 0
  // One batch after the other, so that only a few persons are locked at a time.
  for (;;) {
    const some = previousKeyId && (await rewrapSome(pool, vault, previousKeyId, batch))
    if (!some) break
    people += some.people
  }
  // One organization after the other.
  for (;;) {
    const some = previousKeyId && (await resealSome(pool, vault, previousKeyId))
    if (!some) break
    endpoints += some.endpoints
  }
  const others = await countOthers(pool, [vault.keyId])
  const unreadable = others.people + others.endpoints
  if (unreadable > 0 && previousKeyId === undefined)
    throw new OperatorError(
      `The keys of ${others.people} people and the secrets of ${others.endpoints} webhook endpoints are wrapped by another SECRET_KEY. Set that one as SECRET_KEY_PREVIOUS.`,
    )
  return { people, endpoints, unreadable }
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
    const db = ofOrganization(client, orgId, undefined)
    const keys = await lockKeys(db, previousKeyId, batch)
    const rewrapped = keys.map((key) => ({
      person_id: key.person_id,
      ...vault.rewrap({ orgId, personId: key.person_id }, key),
    }))
    await updateKeys(db, rewrapped)
    return { people: keys.length }
  })
}

/** Seals the secrets of the endpoints of one organization by the current SECRET_KEY. Undefined when none are left. */
function resealSome(
  pool: pg.Pool,
  vault: Vault,
  previousKeyId: string,
): Promise<{ endpoints: number } | undefined> {
  return asOperator(pool, async (client) => {
    const orgId = await findOrganizationOfSecret(client, previousKeyId)
    if (orgId === undefined) return undefined
    const db = ofOrganization(client, orgId, undefined)
    const found = await lockSecrets(db, previousKeyId)
    const reseal = (endpointId: string, key_id: string, wrapped_key: Buffer) =>
      key_id === previousKeyId
        ? vault.resealSecret({ orgId, endpointId }, { key_id, wrapped_key })
        : { key_id, wrapped_key }
    const resealed = found.map(({ id, ...secrets }) => {
      const current = reseal(id, secrets.key_id, secrets.sealed_secret)
      const { previous_key_id, previous_sealed } = secrets
      const previous =
        previous_key_id !== null && previous_sealed !== null
          ? reseal(id, previous_key_id, previous_sealed)
          : undefined
      return {
        id,
        key_id: current.key_id,
        sealed_secret: current.wrapped_key,
        previous_key_id: previous?.key_id ?? null,
        previous_sealed: previous?.wrapped_key ?? null,
      }
    })
    await updateSecrets(db, resealed)
    return { endpoints: found.length }
  })
}
