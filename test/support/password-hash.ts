import { hashPassword } from '../../src/secrets/passwords.ts'

const hashes = new Map<string, Promise<string>>()

/** The hash of a password for rows that tests write. Each password is hashed once: that takes longer than the rest of a company. */
export function passwordHash(password: string): Promise<string> {
  let hash = hashes.get(password)
  if (!hash) hashes.set(password, (hash = hashPassword(password)))
  return hash
}
