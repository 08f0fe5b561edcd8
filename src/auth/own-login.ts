import type { Db } from '../db/transaction.ts'
import type { Day } from '../domain/day.ts'
import type { Caller } from '../domain/caller.ts'
import { nameOfProvider, signInMethods, type Provider, type SignInMethod } from '../domain/sign-in.ts'
import { isId } from '../domain/ids.ts'
import { identityUnlinked, passwordChanged, sessionsEnded } from '../events/sessions.ts'
import { problem } from '../errors.ts'
import { clearIdentity, listIdentities, type OwnIdentityRow } from '../queries/platform/identities.ts'
import { endResets } from '../queries/platform/password-resets.ts'
import {
  endOtherSessions,
  endSessionOf,
  findPassword,
  listSessions,
  replacePassword,
  type SessionRow,
} from '../queries/platform/sessions.ts'
import { getMethods, getOwnMethods, lockMethods } from '../queries/platform/sign-in.ts'
import { hashPassword, verifyPassword } from '../secrets/passwords.ts'
import { networksOf } from './addresses.ts'
import { admitAttempt, returnAttempt } from './attempts.ts'
import type { AuthDeps } from './authenticate.ts'
import { listKeysAndApps, requireComeDay, revokeSince, splitBy, type Revocation } from './keys-and-apps.ts'
import { inHashingTurn } from './hashing.ts'
import { requireMethodOn } from './methods.ts'
import { requireGoodPassword } from './passwords.ts'
import { refuseTo, type SignInRefusal } from './problems.ts'
import { recordVisit, requireOwnSession } from './sessions.ts'
import type { Member, LoginRequest } from './login-request.ts'
import { attemptOf, requireAdmitted } from './sign-in.ts'
import { inTurnOf } from './turns.ts'

/** The caller who has signed in with the browser; `credential.id` is the session. */
export type Owner = Caller

const memberOf = ({ organization, user, membershipId, personId }: Owner): Member => ({
  org_id: organization.id,
  user_id: user.id,
  membership_id: membershipId,
  person_id: personId,
})

/** One of the own sessions. */
export interface OwnSession extends SessionRow {
  /** Marks the session that asks. */
  current: boolean
}

/** The sessions of who is signed in that work now, the newest first. */
export async function listOwnSessions(door: AuthDeps, owner: Owner): Promise<OwnSession[]> {
  const rows = await inTurnOf(door, owner, 'read', (db) => listSessions(db, owner.membershipId, door.clock()))
  return rows.map((row) => ({ ...row, current: row.id === owner.credential.id }))
}

/**
 * Ends one of the own sessions, or all others.
 *
 * @returns how many ended
 * @throws ApiError not_found for a session that is not there, has ended, or is somebody else's
 */
export async function endOwnSessions(
  door: AuthDeps,
  owner: Owner,
  which: { session_id: string } | { others: true },
  visit: LoginRequest,
): Promise<number> {
  const now = door.clock()
  return changeOwn(door, owner, 'auth_session_end', async (db) => {
    const ended =
      'others' in which
        ? await endOtherSessions(db, owner.membershipId, owner.credential.id, now)
        : isId(which.session_id)
          ? await endSessionOf(db, owner.membershipId, which.session_id, now)
          : 0
    if (ended === 0 && !('others' in which)) throw refuseTo('session_unknown', problem('session_unknown', {}))
    const { network } = networksOf(visit.address)
    const domainEvent = sessionsEnded(network, owner.personId)
    if (ended > 0) await recordVisit(db, memberOf(owner), visit, 'auth.session_end', domainEvent, now)
    return ended
  })
}

/**
 * Replaces the own password. All other sessions end with it, and so do links for a new password. Wrong current passwords
 * count as failures to sign in with this login.
 *
 * @param given.revoke_since the day since which keys and apps are revoked, too; left out: none
 * @throws SignInRefusal wrong_password, password_changed, no_password, method_off; ApiError validation_failed for a
 *   password that is too weak, rate_limited, 503
 */
export async function changePassword(
  door: AuthDeps,
  owner: Owner,
  given: { current_password: string; password: string; revoke_since?: Day | undefined },
  visit: LoginRequest,
): Promise<Revocation> {
  const { user, organization } = owner
  visit.note({ organization: organization.id })
  const since = { since: given.revoke_since, timeZone: organization.timeZone }
  requireComeDay(since, 'revoke_since', door.clock())
  requireGoodPassword(given.password, [user.email, user.displayName, organization.name, organization.slug])
  const before = await inTurnOf(
    door,
    owner,
    'read',
    async (db) => {
      await requireMethodOn(db, 'password')
      return findPassword(db, user.id)
    },
    'auth_password_change',
  )
  if (before === null) throw noPassword()
  const after = await inHashingTurn(organization.id, owner.membershipId, async () => {
    await requireOwnPassword(door, owner, given.current_password, before, visit)
    return hashPassword(given.password)
  })
  const now = door.clock()
  return changeOwn(door, owner, 'auth_password_change', async (db) => {
    if (!(await replacePassword(db, user.id, { before, after }, now)))
      throw refuseTo('password_changed', problem('password_changed_meanwhile', {}))
    const { network } = networksOf(visit.address)
    const domainEvent = passwordChanged(network, owner.personId)
    await endOtherSessions(db, owner.membershipId, owner.credential.id, now)
    await endResets(db, owner.membershipId, now)
    await recordVisit(db, memberOf(owner), visit, 'auth.password_change', domainEvent, now)
    return revokeSince(db, memberOf(owner), since, visit, now)
  })
}

/** The API keys and connected apps of who is signed in, and which of them were made on a day or later. */
export const listOwnAccess = (door: AuthDeps, owner: Owner, since: Day | undefined): Promise<Revocation> =>
  inTurnOf(door, owner, 'read', async (db) => {
    const all = await listKeysAndApps(db, owner.membershipId, door.clock())
    return splitBy(all, since, owner.organization.timeZone)
  })

/** Revokes the own API keys and connected apps that were made on a day or later. */
export async function revokeOwnAccess(
  door: AuthDeps,
  owner: Owner,
  since: Day,
  visit: LoginRequest,
): Promise<Revocation> {
  const { organization } = owner
  const days = { since, timeZone: organization.timeZone }
  visit.note({ organization: organization.id })
  requireComeDay(days, 'since', door.clock())
  return changeOwn(door, owner, 'auth_access_revoke', async (db) => {
    return revokeSince(db, memberOf(owner), days, visit, door.clock())
  })
}

/** Changes the own login, if the session of the request still works when its turn has come. */
const changeOwn = <T>(
  door: AuthDeps,
  owner: Owner,
  operation: 'auth_session_end' | 'auth_password_change' | 'auth_access_revoke',
  change: (db: Db) => Promise<T>,
): Promise<T> =>
  inTurnOf(
    door,
    owner,
    'write',
    async (db) => {
      await requireOwnSession(db, owner)
      return change(db)
    },
    operation,
  )

async function requireOwnPassword(
  door: AuthDeps,
  { user, organization }: Owner,
  password: string,
  hash: string,
  visit: LoginRequest,
): Promise<void> {
  const { address, network } = networksOf(visit.address)
  visit.note({ network })
  const login = { organization: organization.slug, email: user.email }
  const attempt = attemptOf(login, address, network, door.limits.signIn)
  const at = door.clock()
  const verdict = await admitAttempt(door.pool, attempt, at)
  requireAdmitted(verdict, visit)
  if (!(await verifyPassword(password, hash))) throw wrongPassword()
  await returnAttempt(door.pool, attempt, verdict, at, false)
}

const wrongPassword = (): SignInRefusal => refuseTo('wrong_password', problem('wrong_current_password', {}))

const noPassword = (): SignInRefusal => refuseTo('no_password', problem('no_password_yet', {}))

/** A way to sign in, as its owner sees it. */
export interface OwnMethod {
  provider: SignInMethod
  linked: boolean
  /** Tells that the service offers it and the organization has it on. */
  available: boolean
}

/** The ways to sign in of who is signed in, whether they have a workspace of their own or not. */
export const listOwnMethods = (door: AuthDeps, owner: Owner): Promise<OwnMethod[]> =>
  inTurnOf(door, owner, 'read', async (db) => {
    const [on, { linked }] = await Promise.all([getMethods(db), getOwnMethods(db, owner.user.id)])
    return signInMethods.map((provider) => ({
      provider,
      linked: linked.has(provider),
      available: on[provider] && door.offered.has(provider),
    }))
  })

/** The accounts at providers that are linked with the own login. */
export const listOwnIdentities = (door: AuthDeps, owner: Owner): Promise<OwnIdentityRow[]> =>
  inTurnOf(door, owner, 'read', (db) => listIdentities(db, owner.user.id))

/**
 * Unlinks the account at a provider from the own login. One that is not linked stays so.
 *
 * @throws SignInRefusal last_method when no other way to sign in could be used
 */
export async function unlinkOwn(
  door: AuthDeps,
  owner: Owner,
  provider: Provider,
  visit: LoginRequest,
): Promise<void> {
  const now = door.clock()
  visit.note({ organization: owner.organization.id })
  await inTurnOf(door, owner, 'write', async (db) => {
    // So nobody turns off meanwhile what is left, or unlinks it.
    const on = await lockMethods(db)
    await requireOwnSession(db, owner)
    const { linked } = await getOwnMethods(db, owner.user.id)
    if (!linked.has(provider)) return
    const left = signInMethods.filter((method) => method !== provider && linked.has(method))
    if (!left.some((method) => on[method] && door.offered.has(method))) throw lastMethod(provider)
    await clearIdentity(db, owner.user.id, provider)
    const domainEvent = identityUnlinked(provider, owner.personId)
    await recordVisit(db, memberOf(owner), visit, 'auth.identity_unlink', domainEvent, now)
  })
}

const lastMethod = (provider: Provider): SignInRefusal =>
  refuseTo('last_method', problem('last_way_to_sign_in', { method: nameOfProvider[provider] }))
