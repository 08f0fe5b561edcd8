import { randomUUIDv7 } from 'node:crypto'
import { isStillInvited } from '../access/invites.ts'
import { isAdminRole } from '../access/roles.ts'
import { constraintOf } from '../db/errors.ts'
import type { Db } from '../db/transaction.ts'
import { today } from '../domain/day.ts'
import { emailKey } from '../domain/email.ts'
import { whyClosed } from '../domain/invites.ts'
import type { Identity, SignInMethod } from '../domain/sign-in.ts'
import { inviteAccepted, ownInviteAccepted } from '../events/invites.ts'
import {
  acceptInvite as markAccepted,
  findInvite,
  insertMember,
  lockForAcceptance,
  type OpenedInvite,
} from '../queries/org/invites.ts'
import { setEmail, setPassword } from '../queries/platform/logins.ts'
import { getStanding, type Standing } from '../queries/platform/organization.ts'
import type { AuthDeps } from './authenticate.ts'
import { linkIdentity } from './identities.ts'
import { hashInTurn, inside, LinkRefusal, useLink, type Link, type Opened } from './links.ts'
import { requireMethodOn } from './methods.ts'
import { requireGoodPassword } from '../validation/passwords.ts'
import { whilePaused } from './problems.ts'
import { openSession, recordVisit, type Session } from './sessions.ts'
import type { Admitted, Basis, LoginRequest } from './login-request.ts'

/** The part of an invite that whoever has its link may know. */
export interface InviteShown {
  /** The name of the invited person or member. */
  name: string
  /** The name of the sender; null for the operator of the service. */
  inviter: string | null
  /** The e-mail address of the login. */
  email: string
  expiresAt: Date
}

/** The way in which somebody will sign in from now on, with its proof. */
export type Proof = { password: string } | { identity: Identity }

const methodOf = (proof: Proof): SignInMethod => ('identity' in proof ? proof.identity.provider : 'password')

/**
 * Looks up an invite, for the page that asks how to sign in.
 *
 * @throws ApiError not_found, with the reason in the code of its detail; rate_limited
 */
export function lookUpInvite(door: AuthDeps, link: Link, visit: LoginRequest): Promise<InviteShown> {
  return useLink(
    door,
    link,
    visit,
    () => new LinkRefusal('invite_link_unknown'),
    async (opened) => {
      const { invite } = await inside(door, opened, 'read', (db) => open(db, opened))
      const { name, inviter, email, expires_at } = invite
      return { name, inviter, email, expiresAt: new Date(expires_at) }
    },
  )
}

/**
 * Gives the invited person their login, and starts a session. The link works once: of two at the same moment one is
 * refused, and so is one that is revoked, or whose person leaves or is disabled, at that moment.
 *
 * @param previous the secret of the browser's session until now, which ends
 * @throws ApiError not_found for a link that does not work; validation_failed for a password that is too weak; forbidden
 *   when the method is off, or the organization is paused; rate_limited
 */
export function acceptInvite(
  door: AuthDeps,
  link: Link,
  proof: Proof,
  visit: LoginRequest,
  previous?: string,
): Promise<Session> {
  return useLink(
    door,
    link,
    visit,
    () => new LinkRefusal('invite_link_unknown'),
    async (opened) => {
      const hash = 'password' in proof ? await hashOf(door, opened, proof.password) : undefined
      const member = await inside(door, opened, 'write', (db) => accept(db, opened, proof, hash, visit))
      return openSession(door, member, visit, opened.now, basisOf(proof, hash), previous)
    },
  )
}

const basisOf = (proof: Proof, hash: string | undefined): Basis =>
  'identity' in proof
    ? { method: proof.identity.provider, subject: proof.identity.subject }
    : { method: 'password', hash: hash! }

/** Looks at the invite first, so that a link that does not work costs no hash. */
async function hashOf(door: AuthDeps, opened: Opened, password: string): Promise<string> {
  const { invite, organization } = await inside(door, opened, 'read', async (db) => {
    await requireMethodOn(db, 'password')
    return open(db, opened)
  })
  requireGoodPassword(password, [invite.email, invite.name, organization.name, organization.slug])
  return hashInTurn(opened, password)
}

/** @throws LinkRefusal when it does not work, now */
async function open(
  db: Db,
  { tokenHash, now }: Opened,
): Promise<{ invite: OpenedInvite; organization: Standing }> {
  const organization = await getStanding(db)
  const invite = await findInvite(db, tokenHash, today(now, organization.time_zone))
  if (!invite) throw new LinkRefusal('invite_link_unknown')
  const why = whyClosed(invite, now)
  if (why) throw new LinkRefusal(`invite_link_${why}`)
  if (invite.has_login) throw new LinkRefusal('invite_link_accepted')
  if (invite.person_erased || invite.person_left || invite.member_disabled)
    throw new LinkRefusal('invite_link_revoked')
  if (!stillStands(invite)) throw new LinkRefusal('invite_link_revoked')
  return { invite, organization }
}

/** Tells whether the sender of an invite could send it now, to the address that it was sent to. */
function stillStands({
  email,
  person_email_key: key,
  created_by,
  inviter_role,
  ...invite
}: OpenedInvite): boolean {
  const inviter = created_by === null ? null : { role: inviter_role }
  return (
    isStillInvited(inviter, invite.member_role ?? invite.role) && (key === null || key === emailKey(email))
  )
}

async function accept(
  db: Db,
  opened: Opened,
  proof: Proof,
  hash: string | undefined,
  visit: LoginRequest,
): Promise<Admitted> {
  await requireMethodOn(db, methodOf(proof))
  const { invite: seen } = await open(db, opened)
  await lockForAcceptance(db, seen)
  // Only now nobody else can change what is read.
  const { invite, organization } = await open(db, opened)
  requireOpen(organization, invite)
  const { now } = opened
  const member = await giveMembership(db, invite, now)
  if (hash !== undefined) await setPassword(db, member.user_id, hash, now)
  if ('identity' in proof) await linkIdentity(db, member.user_id, proof.identity, now)
  await markAccepted(db, invite.id, member.membership_id, now)
  await recordVisit(db, member, visit, 'auth.invite_accept', domainEventOf(invite, member), now)
  return member
}

function requireOpen({ status }: Standing, invite: OpenedInvite): void {
  if (status === 'active' || isAdminRole(invite.member_role ?? invite.role)) return
  throw whilePaused()
}

/** The membership that is there, or a new one. What they sign in with is the address that was invited. */
async function giveMembership(db: Db, invite: OpenedInvite, now: Date): Promise<Admitted> {
  const { membership_id: known, user_id: knownUser, person_id: personId, email, name, role } = invite
  const member = {
    org_id: db.orgId,
    membership_id: known ?? randomUUIDv7(),
    user_id: knownUser ?? randomUUIDv7(),
    person_id: personId,
    disablings: invite.disablings,
  }
  const { membership_id: membershipId, user_id: userId } = member
  const write =
    known !== null
      ? setEmail(db, userId, email, now)
      : insertMember(db, { membershipId, userId, personId: personId!, email, name, role }, now)
  await write.catch((error: unknown) => {
    throw constraintOf(error) === 'users_email_key' ? new LinkRefusal('invite_link_taken', error) : error
  })
  return member
}

function domainEventOf(invite: OpenedInvite, member: Admitted) {
  const { person_id: personId, name } = invite
  if (personId === null) return ownInviteAccepted(member.membership_id)
  const role = invite.member_role ?? invite.role
  const facts = { membership_id: member.membership_id, role, status: 'active' as const }
  return inviteAccepted(
    invite.id,
    { ...facts, person_id: personId, person_name: name },
    { id: personId, name },
  )
}
