import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { deriveKey, type SecretKeys } from './secret-key.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Values that a browser keeps for us: nobody else can read or change them. Each purpose has a key of its own, and a value
 * survives that SECRET_KEY is replaced.
 */
export class Seal {
  readonly #keys: KeyObject[]

  constructor({ current, previous }: SecretKeys, purpose: string) {
    this.#keys = [current, ...(previous ? [previous] : [])].map((secret) =>
      createSecretKey(deriveKey(secret, purpose)),
    )
  }

  /**
   * @param value a JSON value
   * @returns base64url
   */
  close(value: unknown): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#keys[0]!, nonce, { authTagLength: tagBytes })
    const encrypted = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
  }

  /** @returns undefined when this is not what `close` has made */
  open(text: string): unknown {
    const bytes = Buffer.from(text, 'base64url')
    for (const key of this.#keys) {
      const plain = decrypt(key, bytes)
      if (plain !== undefined) return JSON.parse(plain) as unknown
    }
    return undefined
  }
}

function decrypt(key: KeyObject, bytes: Buffer): string | undefined {
  const start = nonceBytes + tagBytes
  if (bytes.length < start) return undefined
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  }).setAuthTag(bytes.subarray(nonceBytes, start))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString()
  } catch {
    return undefined
  }
}
