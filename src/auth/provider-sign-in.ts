import { isAdminRole } from '../access/roles.ts'
import type { Db } from '../db/transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { emailKey } from '../domain/email.ts'
import { toApiError } from '../errors.ts'
import { nameOfProvider, type Provider } from '../domain/sign-in.ts'
import { signInFailed, signInWhilePaused, identityLinked } from '../events/sessions.ts'
import {
  findMemberByAccount,
  hasUnlinked,
  lockMemberByEmail,
  markEmailVerified,
  type AccountMember,
} from '../queries/platform/identities.ts'
import type { Account } from './accounts.ts'
import { networksOf } from './addresses.ts'
import { admitAttempt, checkAttempt, returnAttempt, type Attempt } from './attempts.ts'
import type { AuthDeps } from './authenticate.ts'
import { newFlow, type Flow, type Purpose } from './flow.ts'
import { linkIdentity } from './identities.ts'
import { acceptInvite } from './invites.ts'
import { requireMethodOn } from './methods.ts'
import { requireOpenFor, SignInRefusal, whilePaused, type SignInProblem } from './problems.ts'
import { notOffered, startAgain } from './providers.ts'
import { openSession, recordVisit, requireOwnSession, type Session } from './sessions.ts'
import type { LoginRequest } from './login-request.ts'
import { inTurnOf, inTurnOfStranger } from './turns.ts'
import { requireAdmitted, tellLater } from './sign-in.ts'
import { signInTexts } from '../texts/sign-in.ts'

/**
 * Begins to sign in at a provider.
 *
 * @param back where the provider sends the browser
 * @returns where the browser goes, and what it keeps until it is back, sealed
 * @throws SignInRefusal method_not_offered, method_off, provider_unavailable; ApiError rate_limited
 */
export async function beginAtProvider(
  door: AuthDeps,
  about: { provider: Provider; organization: string; purpose: Purpose },
  back: string,
  visit: LoginRequest,
): Promise<{ address: string; kept: string }> {
  const { provider, organization, purpose } = about
  if (!door.offered.has(provider)) throw notOffered(provider)
  const now = door.clock()
  const { organizationId, ...verdict } = await checkAttempt(
    door.pool,
    attemptOf(door, visit),
    organization,
    now,
  )
  requireAdmitted(verdict, visit, ['address', 'network'])
  if (organizationId === null) throw notLinked(provider)
  visit.note({ organization: organizationId })
  await inTurnOfStranger(door, organizationId, visit, 'read', (db) => requireMethodOn(db, provider))
  const flow = newFlow({ provider, organization, organizationId, purpose }, now)
  const address = await door.providers.addressOf(provider, flow, back)
  return { address, kept: door.providers.seal.close(flow) }
}

/** Refusals for which nobody can be blamed. */
const blameless: ReadonlySet<SignInProblem> = new Set([
  'provider_denied',
  'provider_unavailable',
  'method_off',
  'method_not_offered',
  'paused',
  'sign_in_first',
  'login_changed',
  'too_many_sign_ins',
])

/** Tells whether an error does not count as a failure. Nor can anybody be blamed for what goes wrong on our side. */
const isBlameless = (error: unknown): boolean =>
  error instanceof SignInRefusal ? blameless.has(error.problem) : toApiError(error).status >= 500

/**
 * Ends a sign-in at a provider. Failures are counted by address and network, together with those of passwords.
 *
 * @param flow what the browser has kept; undefined when it has kept nothing
 * @param answer the address to which the provider has sent the browser
 * @param member who is signed in with the browser
 * @returns the new session; undefined when an account was linked
 * @throws SignInRefusal with any of its problems; ApiError rate_limited
 */
export async function finishAtProvider(
  door: AuthDeps,
  flow: Flow | undefined,
  answer: URL,
  visit: LoginRequest,
  { member, previous }: { member: Caller | undefined; previous: string | undefined },
): Promise<Session | undefined> {
  const attempt = attemptOf(door, visit)
  const at = door.clock()
  const verdict = await admitAttempt(door.pool, attempt, at)
  requireAdmitted(verdict, visit, ['address', 'network'])
  const giveBack = () => returnAttempt(door.pool, attempt, verdict, at, false)
  try {
    if (!flow) throw startAgain()
    const account = await door.providers.accountOf(flow.provider, answer, flow)
    const session = await use(door, flow, account, visit, { member, previous })
    await giveBack()
    return session
  } catch (error) {
    if (isBlameless(error)) await giveBack()
    throw error
  }
}

function attemptOf({ limits }: AuthDeps, visit: LoginRequest): Attempt {
  const { address, network } = networksOf(visit.address)
  visit.note({ network })
  return {
    subjects: [`sign-in address ${address}`, `sign-in network ${network}`],
    limits: [limits.signIn.address, limits.signIn.network],
  }
}

async function use(
  door: AuthDeps,
  { provider, organization, organizationId, purpose }: Flow,
  account: Account,
  visit: LoginRequest,
  { member, previous }: { member: Caller | undefined; previous: string | undefined },
): Promise<Session | undefined> {
  if (purpose.kind === 'link') {
    // Whoever has signed in meanwhile with this browser did not ask for it.
    if (member?.membershipId !== purpose.membershipId) throw signInFirst()
    await linkOwn(door, member, account, visit)
    return undefined
  }
  if (purpose.kind === 'invite') {
    const { identity } = account
    return acceptInvite(door, { organization, token: purpose.token }, { identity }, visit, previous)
  }
  const found = await admit(door, organizationId, account, visit)
  const basis = { method: provider, subject: account.identity.subject }
  return openSession(door, found, visit, door.clock(), basis, previous)
}

/** The member whom the account belongs to, if they may sign in. */
async function admit(
  door: AuthDeps,
  organizationId: string,
  account: Account,
  visit: LoginRequest,
): Promise<AccountMember> {
  const { provider } = account.identity
  const now = door.clock()
  visit.note({ organization: organizationId })
  const { member, admitted } = await inTurnOfStranger(door, organizationId, visit, 'write', (db) =>
    findMember(db, account, visit, now),
  )
  if (admitted) return member
  const told = member && `${member.org_id} ${member.membership_id}`
  if (!member?.active) {
    if (told) tellLater(door, told, member, visit, signInFailed)
    throw notLinked(provider)
  }
  tellLater(door, told!, member, visit, signInWhilePaused)
  throw whilePaused()
}

type Found =
  { member: AccountMember; admitted: true } | { member: AccountMember | undefined; admitted: false }

/**
 * By the account, or by an e-mail that it proves to be its own: that links the two. Only a login that somebody uses
 * already is found by e-mail; one that was only invited is given with the invite. Nor is one from which the member has unlinked
 * an account of this provider: it would come back by itself. It is locked before it is linked: nobody disables the member
 * meanwhile.
 */
async function findMember(
  db: Db,
  { identity, provenEmail }: Account,
  visit: LoginRequest,
  now: Date,
): Promise<Found> {
  await requireMethodOn(db, identity.provider)
  const linked = await findMemberByAccount(db, identity)
  const member = linked ?? (provenEmail === null ? undefined : await lockMemberByEmail(db, provenEmail))
  if (!member?.active) return { member, admitted: false }
  const admitted = member.organization_status === 'active' || isAdminRole(member.role)
  if (!admitted) return { member, admitted }
  if (!linked) {
    if (!member.has_login || (await hasUnlinked(db, member.user_id, identity.provider)))
      throw notLinked(identity.provider)
    await linkIdentity(db, member.user_id, identity, now)
    await markEmailVerified(db, member.user_id, now)
    await recordVisit(
      db,
      member,
      visit,
      'auth.identity_link',
      identityLinked(identity.provider, member.person_id),
      now,
    )
  }
  return { member, admitted }
}

/** Links the account with the login of who is signed in. */
async function linkOwn(
  door: AuthDeps,
  caller: Caller,
  { identity, provenEmail }: Account,
  visit: LoginRequest,
): Promise<void> {
  const now = door.clock()
  const { user, organization, membershipId, personId } = caller
  visit.note({ organization: organization.id })
  requireOpenFor(organization, caller.role, { admins: false })
  await inTurnOf(door, caller, 'write', async (db) => {
    await requireOwnSession(db, caller)
    await requireMethodOn(db, identity.provider)
    const isNew = await linkIdentity(db, user.id, identity, now)
    if (provenEmail === emailKey(user.email)) await markEmailVerified(db, user.id, now)
    if (!isNew) return
    const own = { user_id: user.id, membership_id: membershipId }
    const domainEvent = identityLinked(identity.provider, personId)
    await recordVisit(db, own, visit, 'auth.identity_link', domainEvent, now)
  })
}

const notLinked = (provider: Provider): SignInRefusal =>
  new SignInRefusal(
    'not_linked',
    'unauthenticated',
    signInTexts.notLinked({ provider: nameOfProvider[provider] }),
  )

export const signInFirst = (): SignInRefusal =>
  new SignInRefusal('sign_in_first', 'unauthenticated', signInTexts.signInToLink())
