import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config/error.ts'

/** SECRET_KEY, and the key before it while `npm run org -- rotate-secret` has not replaced it everywhere. */
export interface SecretKeys {
  current: Buffer
  previous?: Buffer | undefined
}

export interface SecretSettings {
  secretKey: Buffer | undefined
  previousSecretKey: Buffer | undefined
  dataDir: string
}

/**
 * The keys of the settings. Without SECRET_KEY it is the key in `DATA_DIR/secret.key`, which is made when there is none.
 *
 * @throws ConfigError when the file holds no key, or others than its owner may read it
 */
export function secretKeysOf({ secretKey, previousSecretKey, dataDir }: SecretSettings): SecretKeys {
  return { current: secretKey ?? ownKey(dataDir), previous: previousSecretKey }
}

/** Tells whether there is a key: if not, `secretKeysOf` would make one. */
export function hasSecretKey({ secretKey, dataDir }: SecretSettings): boolean {
  return secretKey !== undefined || existsSync(keyFile(dataDir))
}

/** The file of the key that is made where SECRET_KEY is not set. Only its owner may read it. */
export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key')

function ownKey(dataDir: string): Buffer {
  const file = keyFile(dataDir)
  if (existsSync(file)) return readKey(file)
  const key = randomBytes(32)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${key.toString('base64')}\n`, { mode: 0o600 })
  try {
    // A link fails when the file exists, which a rename does not: of two processes at once, the first one decides.
    linkSync(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
  return readKey(file)
}

/**
 * Others must not read the key, also not a group: the mode is refused and not repaired, because whoever changed it has to
 * know that the key was open. Windows has no such modes.
 */
function readKey(file: string): Buffer {
  const descriptor = openOwn(file)
  try {
    const mode = fstatSync(descriptor).mode & 0o777
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new ConfigError(
        `${file} can be read by others than its owner (its mode is ${mode.toString(8)}). Say: chmod 600 '${file}'. On a disk that has no modes, set SECRET_KEY to the text in it, and remove it.`,
      )
    const key = Buffer.from(readFileSync(descriptor, 'utf8').trim(), 'base64')
    if (key.length !== 32) throw new ConfigError(`${file} holds no key. Restore it from a backup.`)
    return key
  } finally {
    closeSync(descriptor)
  }
}

/** @throws ConfigError when this user may not read it */
function openOwn(file: string): number {
  try {
    return openSync(file, 'r')
  } catch (cause) {
    throw new ConfigError(
      `${file} cannot be read: start Rollcall as its owner. (${(cause as Error).message})`,
      { cause },
    )
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

  /** Tells whether the digest is of this text, also if it was made before SECRET_KEY was replaced. */
  fits(digest: Buffer, text: string): boolean {
    return digest.length === 32 && this.#keys.some((key) => timingSafeEqual(hmac(key, text), digest))
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
