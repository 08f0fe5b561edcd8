import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** SECRET_KEY, and the key before it while `npm run org -- rotate-secret` has not replaced it everywhere. */
export interface SecretKeys {
  current: Buffer
  previous?: Buffer | undefined
}

interface Settings {
  secretKey: Buffer | undefined
  previousSecretKey: Buffer | undefined
  dataDir: string
}

/**
 * The keys of the settings. Without SECRET_KEY it is the key in `DATA_DIR/secret.key`, which is made when there is none.
 *
 * @throws Error when the file holds no key
 */
export function secretKeysOf({ secretKey, previousSecretKey, dataDir }: Settings): SecretKeys {
  return { current: secretKey ?? ownKey(dataDir), previous: previousSecretKey }
}

/** The file of the key that is made where SECRET_KEY is not set. Only its owner may read it. */
export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key')

function ownKey(dataDir: string): Buffer {
  const file = keyFile(dataDir)
  if (existsSync(file)) {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
    if (key.length !== 32) throw new Error(`${file} holds no key. Restore it from a backup.`)
    return key
  }
  const key = randomBytes(32)
  mkdirSync(dataDir, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${key.toString('base64')}\n`, { mode: 0o600 })
  try {
    // A link fails when the file exists, which a rename does not: of two processes at once, the first one decides.
    linkSync(unfinished, file)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return ownKey(dataDir)
    throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/**
 * A key for one purpose, by HKDF-SHA-256 (RFC 5869). Who knows the key of one purpose knows neither that of another one
 * nor the secret.
 */
export function deriveKey(secret: Buffer, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `rollcall: ${purpose}`, bytes))
}

/**
 * Digests of texts that may hold personal data. A plain SHA-256 of a tax number can be found by trying all numbers; one
 * with a key cannot.
 */
export class Digests {
  readonly #keys: Buffer[]

  constructor({ current, previous }: SecretKeys) {
    this.#keys = [current, ...(previous ? [previous] : [])].map((secret) => deriveKey(secret, 'digests'))
  }

  /** 32 bytes. */
  of(text: string): Buffer {
    return hmac(this.#keys[0]!, text)
  }

  /** Whether the digest is of this text, also if it was made before SECRET_KEY was replaced. */
  fits(digest: Buffer, text: string): boolean {
    return digest.length === 32 && this.#keys.some((key) => timingSafeEqual(hmac(key, text), digest))
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
