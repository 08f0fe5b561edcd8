import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { translate } from '../db/errors.ts'
import type { Db } from '../db/transaction.ts'
import { signedIn, signedOut } from '../events/sessions.ts'
import type { Caller } from '../domain/caller.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import { writeDomainEvents } from '../pipeline/record.ts'
import { hashSecret, newSessionSecret } from '../secrets/credentials.ts'
import { networksOf } from './addresses.ts'
import { countRefusal, readSessionSecret, requirePassage, type AuthDeps } from './authenticate.ts'
import { isAdminRole } from '../access/roles.ts'
import { lockLogin, lockOwnSession } from '../queries/platform/logins.ts'
import { admitInside } from './attempts.ts'
import { requireMethodOn } from './methods.ts'
import { atTheDoor, inTurnOfEntering } from './turns.ts'
import { countSuccess } from './successes.ts'
import type { Admitted, Basis, Member, LoginRequest } from './login-request.ts'
import { activityLimits, maxSessions, sessionDays } from './limits.ts'
import { loginChanged, requireOpenFor, SignInRefusal, whilePaused } from './problems.ts'
import { signInTexts } from '../texts/sign-in.ts'

export interface Session {
  secret: string
  expiresAt: Date
}

/**
 * Starts a session in the place of the one that the browser has had until now.
 *
 * @param previous the secret of that session
 * @throws ApiError forbidden when the organization has turned the method off, or is paused; unauthenticated when what was
 *   proven does not hold any more; rate_limited after too many of them
 */
export async function openSession(
  door: AuthDeps,
  member: Admitted,
  visit: LoginRequest,
  now: Date,
  basis: Basis,
  previous?: string,
): Promise<Session> {
  await countSuccess(door, member, basis, visit, now)
  const before = previous === undefined ? undefined : await findSession(door.pool, previous, now)
  // One of the same organization ends with the transaction in which the new one starts: if none starts, it stays.
  const replaced = before?.org_id === member.org_id ? before : undefined
  if (before && !replaced) await endSession(door.pool, before, visit, now)
  const session = await startSession(door, member, visit, now, { basis, replaced })
  // Otherwise the first call of a new session would be refused where others have sent many wrong credentials.
  door.refusals.noteValid(readSessionSecret(session.secret)!.id)
  return session
}

interface LiveSession extends Member {
  session_id: string
}

/**
 * Starts a session of a member. It ends their oldest ones, if they have more than they may.
 *
 * Between the proof and this transaction somebody may have thrown out whoever is signing in: by another password, by
 * unlinking the account, or by disabling the member, who may be enabled again by now. All of these lock the member, so
 * what is compared here stays so until the session is there; and it is among those that they end.
 */
async function startSession(
  door: AuthDeps,
  member: Admitted,
  visit: LoginRequest,
  now: Date,
  { basis, replaced }: { basis: Basis; replaced: LiveSession | undefined },
): Promise<Session> {
  const expiresAt = new Date(now.getTime() + sessionDays * 86_400_000)
  const session = { secret: newSessionSecret(), expiresAt }
  await inTurnOfEntering(door, member, async (db) => {
    const { network } = networksOf(visit.address)
    await requireStill(db, member, basis)
    await requireMethodOn(db, basis.method)
    if (replaced) await endInside(db, replaced, visit, now)
    await Promise.all([
      insertSession(db, member.membership_id, { ...session, network, browser: visit.browser }, now),
      tellOnce(db, member, visit, {
        action: 'auth.sign_in',
        domainEvent: signedIn({ network, browser: visit.browser, method: basis.method }, member.person_id),
        now,
      }),
    ])
  })
  return session
}

/** @throws SignInRefusal login_changed, paused */
async function requireStill(db: Db, member: Admitted, basis: Basis): Promise<void> {
  const login = await lockLogin(db, member.membership_id)
  const proven =
    basis.method === 'password'
      ? login.password_hash === basis.hash
      : login.accounts[basis.method] === basis.subject
  if (!proven || !login.active || login.disablings !== member.disablings) throw loginChanged()
  if (login.organization_status !== 'active' && !isAdminRole(login.role)) throw whilePaused()
}

/** The member is locked: two sign-ins at the same time could otherwise both add the last session. */
async function insertSession(
  db: Db,
  membershipId: string,
  session: Session & { network: string; browser: string | null },
  now: Date,
): Promise<void> {
  const id = randomUUIDv7()
  await Promise.all([
    db.query(
      `insert into sessions (org_id, id, membership_id, created_at, expires_at, network, browser)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [db.orgId, id, membershipId, now, session.expiresAt, session.network, session.browser],
    ),
    db.query(
      `insert into credential_lookups (secret_hash, kind, org_id, credential_id) values ($1, 'web', $2, $3)`,
      [hashSecret(session.secret), db.orgId, id],
    ),
    db.query(
      `update sessions s
          set ended_at = $3
        where s.org_id = $1 and s.membership_id = $2 and s.ended_at is null and s.id in (
                select o.id
                  from sessions o
                 where o.org_id = $1 and o.membership_id = $2 and o.ended_at is null and o.expires_at > $3
                 order by o.created_at desc, o.id desc
                offset $4)`,
      [db.orgId, membershipId, now, maxSessions],
    ),
  ])
}

/**
 * Ends the session with this secret, if there is one. A secret without a session counts as a refused credential.
 *
 * @throws ApiError rate_limited after too many refused credentials from this network
 */
export async function signOut(door: AuthDeps, secret: string, visit: LoginRequest): Promise<void> {
  visit.note({ network: networksOf(visit.address).network })
  requirePassage(door, visit.address, readSessionSecret(secret))
  const now = door.clock()
  const session = await findSession(door.pool, secret, now)
  if (!session) return countRefusal(door, visit.address)
  await endSession(door.pool, session, visit, now)
  visit.note({ organization: session.org_id })
}

/** Ends a session in a transaction of its organization. */
const endSession = (pool: pg.Pool, session: LiveSession, visit: LoginRequest, now: Date): Promise<void> =>
  atTheDoor(pool, session.org_id, { mode: 'write' }, (db) => endInside(db, session, visit, now))

async function endInside(db: Db, session: LiveSession, visit: LoginRequest, now: Date): Promise<void> {
  const { network } = networksOf(visit.address)
  const ended = await db.query(
    `update sessions s set ended_at = $3 where s.org_id = $1 and s.id = $2 and s.ended_at is null returning 1`,
    [db.orgId, session.session_id, now],
  )
  if (ended.length > 0)
    await tellOnce(db, session, visit, {
      action: 'auth.sign_out',
      domainEvent: signedOut(network, session.person_id),
      now,
    })
}

/**
 * Asks once more whether the session still works, in the transaction that changes something about its login. While a request
 * waited, the member may have thrown out whoever has the session, or the organization may have been paused. No session of
 * the member ends from then on until the transaction does.
 *
 * @throws SignInRefusal sign_in_first, paused
 */
export async function requireOwnSession(db: Db, owner: Caller): Promise<void> {
  const standing = await lockOwnSession(db, owner)
  if (!standing) throw new SignInRefusal('sign_in_first', 'unauthenticated', signInTexts.sessionEnded())
  requireOpenFor(standing, standing.role)
}

/** The session with this secret that works now; undefined when there is none, or the secret is malformed. */
async function findSession(pool: pg.Pool, secret: string, now: Date): Promise<LiveSession | undefined> {
  const credential = readSessionSecret(secret)
  if (!credential) return undefined
  const { rows } = await pool
    .query<LiveSession>('select * from find_session($1, $2)', [credential.hash, now])
    .catch((error: unknown) => {
      throw translate(error)
    })
  return rows[0]
}

/**
 * Writes to the log of activity that a member signed in or out, unless the same was told in this hour already: a program
 * that signs in for each of its calls must not bury what else happened.
 */
async function tellOnce(
  db: Db,
  member: Member,
  visit: LoginRequest,
  told: { action: 'auth.sign_in' | 'auth.sign_out'; domainEvent: DomainEvent; now: Date },
): Promise<void> {
  const { action, domainEvent, now } = told
  const same = JSON.stringify([db.orgId, member.membership_id, domainEvent.activity[0]!.changes])
  const line = { subjects: [`told ${action} ${same}`], limits: [activityLimits.visited] }
  if (await admitInside(db, line, now)) await recordVisit(db, member, visit, action, domainEvent, now)
}

/** Acts around the own login, as the activity log names them. */
export type VisitAction =
  | 'auth.sign_in'
  | 'auth.sign_out'
  | 'auth.invite_accept'
  | 'auth.password_forgotten'
  | 'auth.password_reset'
  | 'auth.email_confirm'
  | 'auth.identity_link'

/** Writes to the log of activity what a member did, or what somebody did with the member's login. */
export const recordVisit = (
  db: Db,
  member: Pick<Member, 'user_id' | 'membership_id'>,
  visit: LoginRequest,
  action: VisitAction,
  domainEvent: DomainEvent,
  now: Date,
): Promise<void> => recordVisits(db, member, visit, action, [domainEvent], now)

/** Writes the events of one visit to the log, and several at once. */
export async function recordVisits(
  db: Db,
  member: Pick<Member, 'user_id' | 'membership_id'>,
  { requestId }: LoginRequest,
  action: VisitAction,
  domainEvents: DomainEvent[],
  now: Date,
): Promise<void> {
  const actor = { kind: 'user' as const, id: member.user_id, membershipId: member.membership_id }
  const origin = { action, actor, via: 'web' as const, requestId, now }
  await writeDomainEvents(db, origin, domainEvents).written
}
