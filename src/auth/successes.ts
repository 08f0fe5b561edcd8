import type { ApiError } from '../errors.ts'
import { admitAttempt, inWords, peekAttempt, type Attempt } from './attempts.ts'
import type { AuthDeps } from './authenticate.ts'
import { SignInRefusal } from './problems.ts'
import type { Basis, Member, LoginRequest } from './login-request.ts'
import { signInTexts } from '../texts/sign-in.ts'

type Who = Pick<Member, 'org_id' | 'membership_id'>

/**
 * Sign-ins that succeed are counted by their proof: the hash of the password, or the account. So only somebody who can sign
 * in can use up the limit, and a member who chose another password begins at zero, whatever an intruder did with the old one.
 */
function attemptOf({ limits }: AuthDeps, { org_id: org, membership_id: member }: Who, basis: Basis): Attempt {
  const proof = basis.method === 'password' ? basis.hash : basis.subject
  return {
    subjects: [`signed in ${JSON.stringify([org, member, basis.method, proof])}`],
    limits: [limits.successes.login],
  }
}

/**
 * Counts a sign-in that succeeds.
 *
 * @throws SignInRefusal too_many_sign_ins
 */
export async function countSuccess(
  door: AuthDeps,
  member: Who,
  basis: Basis,
  visit: LoginRequest,
  now: Date,
): Promise<void> {
  const { refusedBy, waitSeconds } = await admitAttempt(door.pool, attemptOf(door, member, basis), now)
  if (refusedBy !== undefined) throw tooMany(waitSeconds, visit)
}

/**
 * Refuses a sign-in past the limit before its password is compared, which takes a core. Ask this only where the login has
 * signed in from the same address before: it tells that there is such a login, and that it signs in very often.
 *
 * @throws SignInRefusal too_many_sign_ins
 */
export async function refuseFurther(
  door: AuthDeps,
  member: Who,
  basis: Basis,
  visit: LoginRequest,
  now: Date,
): Promise<void> {
  const { refusedBy, waitSeconds } = await peekAttempt(door.pool, attemptOf(door, member, basis), now)
  if (refusedBy !== undefined) throw tooMany(waitSeconds, visit)
}

function tooMany(waitSeconds: number, visit: LoginRequest): ApiError {
  visit.note({ limit: 'sign-ins' })
  return new SignInRefusal(
    'too_many_sign_ins',
    'rate_limited',
    signInTexts.tooOften({ wait: inWords(waitSeconds) }),
    { retryAfterSeconds: waitSeconds },
  )
}
