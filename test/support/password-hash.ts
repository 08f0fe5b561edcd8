import { argon2Sync } from 'node:crypto'

/**
 * The hash of a password for rows that tests write. A hash names its parameters, and these are the least there are: a
 * sign-in of a test then takes no 20 ms of a core, as it does with a hash of the service.
 */
export function passwordHash(password: string): string {
  const nonce = Buffer.alloc(16, password)
  const least = { memory: 8, passes: 1, parallelism: 1 }
  const hash = argon2Sync('argon2id', { message: password.normalize('NFC'), nonce, tagLength: 32, ...least })
  const [salt, text] = [nonce, hash].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${text}`
}
