import type pg from 'pg'
import { isAdminRole } from '../access/roles.ts'
import { translate } from '../db/errors.ts'
import { withOrganization } from '../db/transaction.ts'
import type { Role } from '../domain/caller.ts'
import { emailKey } from '../domain/email.ts'
import { signInFailed, signInUsedUp, signInWhilePaused } from '../events/sessions.ts'
import { ApiError, unavailable } from '../errors.ts'
import { FairLimiter, type TurnLimits } from '../pipeline/fair-limiter.ts'
import { hashSecret } from '../secrets/credentials.ts'
import { verifyPassword } from '../secrets/passwords.ts'
import { networksOf } from './addresses.ts'
import { admitAttempt, checkAttempt, inWords, returnAttempt, type Attempt, type Verdict } from './attempts.ts'
import type { AuthDeps } from './authenticate.ts'
import { activityLimits, signInLimits, type Limits } from './limits.ts'
import { methodOff } from './methods.ts'
import { whilePaused } from './problems.ts'
import { refuseFurther } from './successes.ts'
import { openSession, recordVisit, type Session } from './sessions.ts'
import type { Admitted, Member, LoginRequest } from './login-request.ts'
import { serviceTexts } from '../texts/requests.ts'
import { signInTexts } from '../texts/sign-in.ts'

export interface Login {
  organization: string
  email: string
  password: string
}

interface Found extends Admitted {
  password_hash: string | null
  role: string
  membership_status: string
  organization_status: string
}

/** The end of one attempt. `found` is null for an unknown login. */
type Outcome =
  | { result: 'right'; found: Found; verdict: Verdict; at: Date }
  | { result: 'paused'; found: Found; verdict: Verdict; at: Date }
  | { result: 'wrong'; found: Found | undefined; verdict: Verdict }

/**
 * Attempts are counted only when it is their turn. At most four attempts are undecided at a time, so an office that signs
 * in together does not reach a limit. The groups of these turns are networks and addresses: one that sends very many
 * leaves a turn for the others.
 */
const turns = {
  /** For addresses from which the login has signed in before: many strangers at once must not keep these out. */
  known: new FairLimiter({ total: 2, ...ofOneNetwork(2) }),
  unknown: new FairLimiter({ total: 4, ...ofOneNetwork(3) }),
}

function ofOneNetwork(share: number): Omit<TurnLimits, 'total'> {
  return { perOrganization: share, perMember: share, waitingPerMember: 1000, waitMs: 5000 }
}

/**
 * Starts a browser session for a password. The error does not tell whether organization, e-mail or password was wrong.
 * Failures are limited (`signInLimits`): past a limit nothing is written, and no password is compared. Those that succeed are
 * limited apart from these (`successLimits`).
 *
 * @param previous the secret of the browser's session until now, which ends
 * @throws ApiError unauthenticated, rate_limited, forbidden (a paused organization admits owners and admins only); 503
 *   when very many sign in at the same time
 */
export async function signIn(
  door: AuthDeps,
  login: Login,
  visit: LoginRequest,
  previous?: string,
): Promise<Session> {
  const { address, network } = networksOf(visit.address)
  const attempt = attemptOf(login, address, network, door.limits.signIn)
  visit.note({ network, login: nameOf(login) })
  const { counted } = await refuseEarly(door, login, attempt, visit)
  const endTurn = await turns[counted === 1 ? 'known' : 'unknown']
    .take(network, address)
    .catch((cause: unknown) => {
      throw unavailable(serviceTexts.manySignIn(), cause)
    })
  const outcome = await tryPassword(door, login, attempt, visit).finally(endTurn)
  if (outcome.result === 'wrong') {
    tellLater(
      door,
      canonical(login),
      outcome.found,
      visit,
      outcome.verdict.usedUp ? signInUsedUp : signInFailed,
    )
    throw new ApiError('unauthenticated', signInTexts.wrong())
  }
  const { found, verdict, at } = outcome
  const isRight = outcome.result === 'right'
  await returnAttempt(door.pool, attempt, verdict, at, isRight)
  if (!isRight) {
    tellLater(door, canonical(login), found, visit, signInWhilePaused)
    throw whilePaused()
  }
  return openSession(door, found, visit, at, { method: 'password', hash: found.password_hash! }, previous)
}

export function attemptOf(
  login: Pick<Login, 'organization' | 'email'>,
  address: string,
  network: string,
  limits: Limits['signIn'],
): Attempt {
  const name = canonical(login)
  const subjects: Record<keyof typeof signInLimits, string> = {
    'login and address': `${name} address ${address}`,
    'login and network': `${name} network ${network}`,
    address: `address ${address}`,
    network: `network ${network}`,
    login: `login ${name}`,
  }
  return {
    subjects: limitNames.map((kind) => `sign-in ${subjects[kind]}`),
    limits: limitNames.map((kind) => limits[kind]),
  }
}

const limitNames = Object.keys(signInLimits) as (keyof typeof signInLimits)[]

/** One text for all ways to write a login. */
export const canonical = ({ organization, email }: Pick<Login, 'organization' | 'email'>): string =>
  JSON.stringify([organization.toLowerCase(), emailKey(email)])

/** A login in the log: enough to see which lines are about the same one. */
export const nameOf = (login: Pick<Login, 'organization' | 'email'>): string =>
  hashSecret(canonical(login)).toString('hex').slice(0, 16)

/** Refuses an attempt past a limit with one statement, which writes nothing, and without waiting for a turn. */
async function refuseEarly(
  door: AuthDeps,
  login: Login,
  attempt: Attempt,
  visit: LoginRequest,
): Promise<Verdict> {
  const verdict = await checkAttempt(door.pool, attempt, login.organization, door.clock())
  if (verdict.organizationId !== null) visit.note({ organization: verdict.organizationId })
  requireAdmitted(verdict, visit)
  // Before anything about a login is looked at: the answer is the same for right and wrong passwords.
  if (verdict.passwordOn === false) throw methodOff('password')
  return verdict
}

/**
 * @param visit whose line in the log names the limit; calls of actions have none
 * @param names of the limits of the attempt, for the log
 * @throws ApiError rate_limited
 */
export function requireAdmitted(
  { refusedBy, waitSeconds }: Verdict,
  visit?: LoginRequest,
  names: readonly string[] = limitNames,
): void {
  if (refusedBy === undefined) return
  visit?.note({ limit: names[refusedBy]! })
  throw new ApiError('rate_limited', signInTexts.tooManyFailures({ wait: inWords(waitSeconds) }), {
    retryAfterSeconds: waitSeconds,
  })
}

async function tryPassword(
  door: AuthDeps,
  login: Login,
  attempt: Attempt,
  visit: LoginRequest,
): Promise<Outcome> {
  const at = door.clock()
  const verdict = await admitAttempt(door.pool, attempt, at)
  requireAdmitted(verdict, visit)
  const found = await findLogin(door.pool, login)
  if (found?.password_hash && verdict.counted === 1) {
    const basis = { method: 'password', hash: found.password_hash } as const
    await refuseFurther(door, found, basis, visit, at).catch(async (error: unknown) => {
      await returnAttempt(door.pool, attempt, verdict, at, false)
      throw error
    })
  }
  const matches = await verifyPassword(login.password, found?.password_hash ?? null)
  if (!found || !matches || found.membership_status !== 'active') return { result: 'wrong', found, verdict }
  const admitted = found.organization_status === 'active' || isAdminRole(found.role as Role)
  return { result: admitted ? 'right' : 'paused', found, verdict, at }
}

async function findLogin(pool: pg.Pool, { organization, email }: Login): Promise<Found | undefined> {
  const { rows } = await pool
    .query<Found>('select * from find_login($1, $2)', [organization, emailKey(email)])
    .catch((error: unknown) => {
      throw translate(error)
    })
  return rows[0]
}

/**
 * Writes a failure to the log of activity, if the login exists and not too many are there already. Nobody waits for it:
 * the time of the answer would tell whether the login exists.
 *
 * @param login the same text for all failures of a login
 */
export function tellLater(
  door: AuthDeps,
  login: string,
  found: Member | undefined,
  visit: LoginRequest,
  domainEvent: typeof signInFailed,
): void {
  if (found) tell(door, login, found, visit, domainEvent).catch(visit.fail)
}

async function tell(
  door: AuthDeps,
  login: string,
  found: Member,
  visit: LoginRequest,
  domainEvent: typeof signInFailed,
): Promise<void> {
  const kind = domainEvent === signInUsedUp ? 'refused' : 'failed'
  const line = { subjects: [`told ${kind} ${login}`], limits: [activityLimits[kind]] }
  const now = door.clock()
  const { refusedBy } = await admitAttempt(door.pool, line, now)
  if (refusedBy !== undefined) return
  const { network } = networksOf(visit.address)
  await withOrganization(door.pool, found.org_id, { mode: 'write' }, (db) =>
    recordVisit(db, found, visit, 'auth.sign_in', domainEvent(network, found.person_id), now),
  )
}
