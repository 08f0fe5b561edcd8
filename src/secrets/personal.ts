import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { deriveKey, type SecretKeys } from './secret-key.ts'

/**
 * Encryption of private and payroll details. Each person has a random key of their own, which encrypts their details one
 * by one. It is stored wrapped, that is encrypted by a key that is derived from SECRET_KEY. So destroying the row with a
 * person's key makes the details unreadable in every copy of the database that does not have this row.
 */

/** The person of a detail or key. It is bound into the encryption: in another row or column it cannot be read. */
export interface Owner {
  orgId: string
  personId: string
}

/** The webhook endpoint of a secret. */
export interface Endpoint {
  orgId: string
  endpointId: string
}

const secretPlace = 'webhook secret'
/** No two records have the same id, and the place tells of which kind it is. */
const asOwner = ({ orgId, endpointId }: Endpoint): Owner => ({ orgId, personId: endpointId })

/** The key of a person, or the secret of an endpoint, as it is stored. */
export interface WrappedKey {
  /** Which SECRET_KEY wrapped it. */
  key_id: string
  wrapped_key: Buffer
}

/** Something stored cannot be read. The message says whose it is and never what. */
export class UnreadableDetails extends Error {}

/** The form of an envelope: a byte with this number, 12 random bytes, 16 of authentication, and the encrypted value. */
const version = 1
const nonceBytes = 12
const tagBytes = 16
const algorithm = 'aes-256-gcm'

/** Opens and makes the keys of persons. */
export class Vault {
  /** Names the current SECRET_KEY. It tells nothing about it. */
  readonly keyId: string
  /** The previous SECRET_KEY, if it is set. */
  readonly previousKeyId: string | undefined
  readonly #wrapping = new Map<string, KeyObject>()

  constructor({ current, previous }: SecretKeys) {
    this.keyId = this.#add(current)
    this.previousKeyId = previous && this.#add(previous)
  }

  #add(secret: Buffer): string {
    const id = deriveKey(secret, 'name of the key', 8).toString('hex')
    this.#wrapping.set(id, createSecretKey(deriveKey(secret, 'wrapping the keys of persons')))
    return id
  }

  /** The names of all keys that it can open. */
  get keyIds(): string[] {
    return [...this.#wrapping.keys()]
  }

  /** A new key for a person. */
  create(owner: Owner): { key: PersonKey; wrapped: WrappedKey } {
    const bytes = randomBytes(32)
    return { key: new PersonKey(owner, bytes), wrapped: this.#wrap(owner, bytes) }
  }

  /**
   * @param wrapped null when there is no key: it was destroyed
   * @throws UnreadableDetails
   */
  open(owner: Owner, wrapped: WrappedKey | null): PersonKey {
    if (wrapped === null) throw unreadable(owner, 'their key is gone')
    return new PersonKey(owner, this.#unwrap(owner, wrapped))
  }

  /**
   * Wraps a key again, by the current SECRET_KEY.
   *
   * @throws UnreadableDetails
   */
  rewrap(owner: Owner, wrapped: WrappedKey): WrappedKey {
    return this.#wrap(owner, this.#unwrap(owner, wrapped))
  }

  /** Encrypts the secret of a webhook endpoint. */
  sealSecret(endpoint: Endpoint, secret: Buffer): WrappedKey {
    return this.#wrap(asOwner(endpoint), secret, secretPlace)
  }

  /** @throws UnreadableDetails */
  openSecret(endpoint: Endpoint, sealed: WrappedKey): Buffer {
    return this.#unwrap(asOwner(endpoint), sealed, secretPlace)
  }

  /**
   * Seals a secret again, by the current SECRET_KEY.
   *
   * @throws UnreadableDetails
   */
  resealSecret(endpoint: Endpoint, sealed: WrappedKey): WrappedKey {
    return this.sealSecret(endpoint, this.openSecret(endpoint, sealed))
  }

  #wrap(owner: Owner, key: Buffer, place = 'key'): WrappedKey {
    const wrapping = this.#wrapping.get(this.keyId)!
    return { key_id: this.keyId, wrapped_key: encrypt(wrapping, key, boundTo(owner, place)) }
  }

  #unwrap(owner: Owner, { key_id, wrapped_key }: WrappedKey, place = 'key'): Buffer {
    const wrapping = this.#wrapping.get(key_id)
    if (!wrapping) throw unreadable(owner, `the ${place} is wrapped by another SECRET_KEY`)
    return decrypt(wrapping, wrapped_key, owner, place)
  }
}

/** The key of one person, in memory for one call only. */
export class PersonKey {
  readonly #owner: Owner
  /** Not the bytes: with those, each of the many calls of OpenSSL takes four times as long. */
  readonly #key: KeyObject

  constructor(owner: Owner, key: Buffer) {
    this.#owner = owner
    this.#key = createSecretKey(key)
  }

  /**
   * @param value a JSON value; null, which means that there is none, stays null
   * @returns the envelope to store
   */
  seal(column: string, value: unknown): Buffer | null {
    if (value === null || value === undefined) return null
    return encrypt(this.#key, Buffer.from(JSON.stringify(value)), boundTo(this.#owner, column))
  }

  /** @throws UnreadableDetails when the envelope was changed, or belongs to another person or column */
  open(column: string, envelope: Buffer | null): unknown {
    if (envelope === null) return null
    const text = decrypt(this.#key, envelope, this.#owner, column).toString()
    try {
      return JSON.parse(text) as unknown
    } catch {
      // The error of the parser would repeat the text.
      throw unreadable(this.#owner, `${column} is no JSON`)
    }
  }
}

/** Text that is authenticated with a value, so that nobody can move it to another place. */
function boundTo({ orgId, personId }: Owner, place: string): Buffer {
  return Buffer.from([`rollcall ${version}`, orgId, personId, place].join(':'))
}

function encrypt(key: KeyObject, value: Buffer, place: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(place)
  const encrypted = Buffer.concat([cipher.update(value), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), encrypted])
}

function decrypt(key: KeyObject, envelope: Buffer, owner: Owner, place: string): Buffer {
  const start = 1 + nonceBytes + tagBytes
  if (envelope.length < start || envelope[0] !== version)
    throw unreadable(owner, `${place} has a form that is not known`)
  const nonce = envelope.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    .setAAD(boundTo(owner, place))
    .setAuthTag(envelope.subarray(1 + nonceBytes, start))
  try {
    return Buffer.concat([decipher.update(envelope.subarray(start)), decipher.final()])
  } catch {
    throw unreadable(owner, `${place} was changed, or belongs somewhere else`)
  }
}

const unreadable = ({ personId }: Owner, why: string): UnreadableDetails =>
  new UnreadableDetails(`The secrets or private details of ${personId} cannot be read: ${why}.`)
