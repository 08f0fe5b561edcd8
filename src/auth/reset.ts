import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../db/transaction.ts'
import { today, type Day } from '../domain/day.ts'
import { emailKey } from '../domain/email.ts'
import { passwordForgotten, passwordReset } from '../events/sessions.ts'
import { ApiError, refusal } from '../errors.ts'
import { basisOf, whyDead } from '../secrets/links.ts'
import { markEmailVerified } from '../queries/platform/identities.ts'
import { setPassword } from '../queries/platform/logins.ts'
import { endSessions } from '../queries/platform/members.ts'
import { getStanding } from '../queries/platform/organization.ts'
import {
  endResets,
  findReset,
  lockLoginByEmail,
  lockReset,
  insertReset,
  type ResetRow,
} from '../queries/platform/password-resets.ts'
import { getMethods } from '../queries/platform/sign-in.ts'
import { networksOf } from './addresses.ts'
import { admitAttempt, checkAttempt, forgiveAttempts, inWords, type Attempt } from './attempts.ts'
import type { AuthDeps } from './authenticate.ts'
import { resetLimits, signInLimits, type Limits } from './limits.ts'
import { hashInTurn, inside, LinkRefusal, useLink, type Link, type Opened } from './links.ts'
import { requireMethodOn } from './methods.ts'
import { isOpenFor, requireOpenFor } from './problems.ts'
import { recordVisit, recordVisits } from './sessions.ts'
import type { LoginRequest } from './login-request.ts'
import { attemptOf as attemptToSignIn, canonical, nameOf } from './sign-in.ts'
import { dayProblems, revokeSince, type Revocation } from '../services/members/keys-and-apps.ts'
import { signInTexts } from '../texts/sign-in.ts'
import { requireGoodPassword } from '../validation/passwords.ts'

/** The life of a link for a new password, in minutes. */
export const resetMinutes = 60

export interface Forgotten {
  /** The organization's slug. */
  organization: string
  email: string
}

/**
 * Mails a link for a new password, if the login exists and may sign in with a password: not when it is
 * disabled, and while the organization is paused only that of an owner or admin. Whoever asks is
 * told nothing of that, and the answer does not wait for it. Every request counts, whether the login exists or not.
 *
 * @throws ApiError rate_limited
 */
export async function forgotPassword(
  door: AuthDeps,
  forgotten: Forgotten,
  visit: LoginRequest,
): Promise<void> {
  const now = door.clock()
  const { address, network } = networksOf(visit.address)
  const login = canonical(forgotten)
  visit.note({ network, login: nameOf(forgotten) })
  const all = attemptOf(login, address, network, door.limits.resets)
  const attempt = (await isKnownHere(door, forgotten, visit, now)) ? narrowest(all) : all
  const { organizationId: orgId, ...early } = await checkAttempt(
    door.pool,
    attempt,
    forgotten.organization,
    now,
  )
  if (orgId !== null) visit.note({ organization: orgId })
  const { refusedBy, waitSeconds } =
    early.refusedBy === undefined ? await admitAttempt(door.pool, attempt, now) : early
  if (refusedBy !== undefined) {
    visit.note({ limit: limitNames[refusedBy] as string })
    throw new ApiError('rate_limited', signInTexts.tooManyResets({ wait: inWords(waitSeconds) }), {
      retryAfterSeconds: waitSeconds,
    })
  }
  // Not awaited: the time of the answer would tell whether the login exists.
  if (orgId !== null)
    door.postbox.afterMoment(() => issue(door, orgId, forgotten.email, visit, now)).catch(visit.fail)
}

const limitNames = Object.keys(resetLimits) as (keyof typeof resetLimits)[]

function attemptOf(login: string, address: string, network: string, limits: Limits['resets']): Attempt {
  const subjects: Record<keyof typeof resetLimits, string> = {
    'login and address': `${login} address ${address}`,
    address: `address ${address}`,
    network: `network ${network}`,
    login: `login ${login}`,
  }
  return {
    subjects: limitNames.map((kind) => `reset ${subjects[kind]}`),
    limits: limitNames.map((kind) => limits[kind]),
  }
}

/**
 * Tells whether somebody has signed in with this login from this address lately, as sign-in remembers it. Then only the
 * limit of the two counts: others who use up the limits of the login or of the network keep nobody from a new password.
 */
async function isKnownHere(
  door: AuthDeps,
  login: Forgotten,
  visit: LoginRequest,
  now: Date,
): Promise<boolean> {
  const { address, network } = networksOf(visit.address)
  const attempt = attemptToSignIn(login, address, network, door.limits.signIn)
  const { counted } = await checkAttempt(door.pool, attempt, login.organization, now)
  return counted === 1
}

const narrowest = ({ subjects, limits }: Attempt): Attempt => ({
  subjects: subjects.slice(0, 1),
  limits: limits.slice(0, 1),
})

async function issue(
  door: AuthDeps,
  orgId: string,
  email: string,
  visit: LoginRequest,
  now: Date,
): Promise<void> {
  await inside(door, { orgId, origin: visit }, 'write', async (db) => {
    const login = await lockLoginByEmail(db, emailKey(email))
    if (!login?.active || !login.has_login || !(await getMethods(db)).password) return
    const { time_zone: timeZone, status } = await getStanding(db)
    if (!isOpenFor({ status }, login.role)) return
    const { id } = await makeReset(door, db, login, now, resetMinutes)
    const mail = { kind: 'password_reset', aboutId: id, membershipId: login.membership_id } as const
    await door.postbox.write(db, mail, now, today(now, timeZone))
    const { network } = networksOf(visit.address)
    const domainEvent = passwordForgotten(network, login.person_id)
    await recordVisit(db, login, visit, 'auth.password_forgotten', domainEvent, now)
  })
}

/** Makes a link for a new password. Links from before work on, so that nobody ends those of others by asking for more. */
export async function makeReset(
  { postbox }: Pick<AuthDeps, 'postbox'>,
  db: Db,
  login: { membership_id: string; email_key: string; password_hash: string | null },
  now: Date,
  minutes: number,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const id = randomUUIDv7()
  const { token, hash } = postbox.pen.links.make('reset', db.orgId, id)
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  await insertReset(db, {
    ...{ id, membership_id: login.membership_id, token_hash: hash, basis: basisOf(login) },
    ...{ created_at: now, expires_at: expiresAt },
  })
  return { id, token, expiresAt }
}

/**
 * Looks up the login of a link, for the page that asks for a new one.
 *
 * @throws ApiError not_found when it does not work; rate_limited
 */
export function lookUpReset(
  door: AuthDeps,
  link: Link,
  visit: LoginRequest,
): Promise<{ email: string; name: string }> {
  return useLink(
    door,
    link,
    visit,
    () => new LinkRefusal('reset_link_unknown'),
    async (opened) => {
      const { email, name } = await inside(door, opened, 'read', async (db) =>
        requireWorking(await findReset(db, { tokenHash: opened.tokenHash }), opened),
      )
      return { email, name }
    },
  )
}

/**
 * Sets a new password. The link works once, and all sessions of the member end. Keys and connected apps stay, but for those
 * that were made since a day.
 *
 * @throws ApiError not_found for a link that does not work; validation_failed for a password that is too weak; forbidden
 *   when passwords are turned off, or the organization is paused; rate_limited
 */
export function resetPassword(
  door: AuthDeps,
  { password, revoke_since: since, ...link }: Link & { password: string; revoke_since?: Day | undefined },
  visit: LoginRequest,
): Promise<Revocation> {
  return useLink(
    door,
    link,
    visit,
    () => new LinkRefusal('reset_link_unknown'),
    async (opened) => {
      const { login, organization } = await inside(door, opened, 'read', async (db) => {
        await requireMethodOn(db, 'password')
        const found = requireWorking(await findReset(db, { tokenHash: opened.tokenHash }), opened)
        const standing = await getStanding(db)
        requireOpenFor(standing, found.role)
        return { login: found, organization: standing }
      })
      const days = { since, timeZone: organization.time_zone }
      const problems = dayProblems(since, today(opened.now, days.timeZone), 'revoke_since')
      if (problems.length > 0) throw refusal(problems)
      requireGoodPassword(password, [login.email, login.name, organization.name, organization.slug])
      const hash = await hashInTurn(opened, password)
      const revocation = await inside(door, opened, 'write', (db) =>
        replacePassword(db, opened, hash, days, visit),
      )
      await forgiveFailures(door, { ...link, email: login.email }, visit, opened.now).catch(visit.fail)
      return revocation
    },
  )
}

/**
 * Lets whoever has set a password sign in where they did that, as often as a minute allows, although they or others at their
 * address have failed too often. Whoever has the mailbox of a login has proven as much as by signing in.
 */
function forgiveFailures(
  { pool, limits }: AuthDeps,
  login: Forgotten,
  visit: LoginRequest,
  now: Date,
): Promise<void> {
  const { address, network } = networksOf(visit.address)
  const { subjects } = attemptToSignIn(login, address, network, limits.signIn)
  return forgiveAttempts(pool, subjects[0]!, signInLimits['login and address'].minute, now)
}

/** The link, if it still works. */
function requireWorking(reset: ResetRow | undefined, { now }: Opened): ResetRow {
  if (!reset) throw new LinkRefusal('reset_link_unknown')
  const why = whyDead(reset, now)
  if (why) throw new LinkRefusal(`reset_link_${why}`)
  return reset
}

async function replacePassword(
  db: Db,
  opened: Opened,
  hash: string,
  days: { since: Day | undefined; timeZone: string },
  visit: LoginRequest,
): Promise<Revocation> {
  const { now } = opened
  await requireMethodOn(db, 'password')
  const login = requireWorking(await lockReset(db, opened.tokenHash), opened)
  requireOpenFor(await getStanding(db), login.role)
  const { membership_id: membershipId, user_id: userId } = login
  await Promise.all([
    setPassword(db, userId, hash, now),
    // The link came by mail.
    markEmailVerified(db, userId, now),
    endResets(db, [membershipId], now),
    endSessions(db, [membershipId], now),
  ])
  const { network } = networksOf(visit.address)
  const { split, happened } = await revokeSince(db, { membershipId, personId: login.person_id }, days, now)
  const domainEvents = [passwordReset(network, login.person_id), ...happened]
  await recordVisits(db, login, visit, 'auth.password_reset', domainEvents, now)
  return split
}
