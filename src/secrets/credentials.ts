import { hash, randomBytes, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const keyForm = /^hrk_([0-9A-Za-z]{36})([0-9A-Za-z]{6})$/

/** A new API key: `hrk_`, 36 random base62 characters, and their CRC-32 as 6 more base62 characters. */
export function newApiKey(): string {
  const random = Array.from({ length: 36 }, () => base62[randomInt(62)]).join('')
  return `hrk_${random}${checksum(random)}`
}

/** Tells whether the text has the form of a key. Typing errors and invented keys are refused without a look-up. */
export function isApiKey(text: string): boolean {
  const [, random, sum] = keyForm.exec(text) ?? []
  return random !== undefined && checksum(random) === sum
}

/** A new session secret: 256 random bits. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Tells whether the text has the form of a session secret. */
export function isSessionSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** Tells whether the text has the form of a connected app's access token. */
export function isAccessToken(text: string): boolean {
  return isSessionSecret(text)
}

/** Hashes a secret, for the database. The hash is enough to recognize the secret, and useless to a thief. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

function checksum(text: string): string {
  let value = crc32(text)
  let result = ''
  for (let i = 0; i < 6; i++) {
    result = base62[value % 62] + result
    value = Math.floor(value / 62)
  }
  return result
}
