import type { Caller } from '../domain/caller.ts'
import { hashPassword, verifyPassword } from '../secrets/passwords.ts'
import { admitAttempt, returnAttempt, type Attempt } from './attempts.ts'
import type { AuthDeps } from './authenticate.ts'
import { inHashingTurn } from './hashing.ts'
import { attemptOf, requireAdmitted } from './sign-in.ts'

/**
 * Compares the password of who is signed in with its hash, and hashes the one that takes its place, in the turn of those who
 * set a password. Wrong ones count as failures to sign in with this login.
 *
 * @returns the hash of the other one; undefined when the current one is wrong
 * @throws ApiError rate_limited, 503
 */
export function replaceOwnPassword(
  door: Pick<AuthDeps, 'pool' | 'limits' | 'clock'>,
  { user, organization, membershipId, from }: Caller,
  hash: string,
  { current, next }: { current: string; next: string },
): Promise<string | undefined> {
  const login = { organization: organization.slug, email: user.email }
  const attempt = attemptOf(login, from.address, from.network, door.limits.signIn)
  return inHashingTurn(organization.id, membershipId, async () => {
    return (await comparePassword(door, attempt, hash, current)) ? hashPassword(next) : undefined
  })
}

/**
 * Compares a password with its hash, in the turn of its member. A wrong one counts as a failure to sign in.
 *
 * @throws ApiError rate_limited
 */
export async function comparePassword(
  { pool, clock }: Pick<AuthDeps, 'pool' | 'clock'>,
  attempt: Attempt,
  hash: string,
  password: string,
): Promise<boolean> {
  const at = clock()
  const verdict = await admitAttempt(pool, attempt, at)
  requireAdmitted(verdict)
  if (!(await verifyPassword(password, hash))) return false
  await returnAttempt(pool, attempt, verdict, at, false)
  return true
}
