import { constraintOf } from '../db/errors.ts'
import type { Db } from '../db/transaction.ts'
import { today } from '../domain/day.ts'
import { emailChanged, emailRefused } from '../events/sessions.ts'
import { problem, refusal } from '../errors.ts'
import { whyDead } from '../secrets/links.ts'
import {
  findEmailChange,
  lockEmailChange,
  useEmailChange,
  type EmailChangeRow,
} from '../queries/platform/email-changes.ts'
import { getStanding, type Standing } from '../queries/platform/organization.ts'
import { endResets } from '../queries/platform/password-resets.ts'
import { networksOf } from './addresses.ts'
import type { AuthDeps } from './authenticate.ts'
import { inHashingTurn } from './hashing.ts'
import { inside, LinkRefusal, useLink, type Link, type Opened } from './links.ts'
import type { LoginRequest } from './login-request.ts'
import { requireMethodOn } from './methods.ts'
import { comparePassword } from './own-password.ts'
import { requireOpenFor } from './problems.ts'
import { recordVisit } from './sessions.ts'
import { attemptOf } from './sign-in.ts'

/** The part of a change of e-mail that whoever has its link may know. */
export interface EmailChangeShown {
  /** The e-mail of the login now. */
  email: string
  /** The one that it is to have. */
  newEmail: string
}

/**
 * Looks up a link to another e-mail, for the page that asks for the password.
 *
 * @throws ApiError not_found when it does not work; rate_limited
 */
export function lookUpEmailChange(
  door: AuthDeps,
  link: Link,
  visit: LoginRequest,
): Promise<EmailChangeShown> {
  return useLink(door, link, visit, unknown, async (opened) => {
    const { email, new_email: newEmail } = await inside(door, opened, 'read', async (db) =>
      requireWorking(await findEmailChange(db, { tokenHash: opened.tokenHash }), opened),
    )
    return { email, newEmail }
  })
}

/**
 * Gives a login the e-mail to which its link was sent. The mailbox alone is not enough: whoever sent the link there may have
 * been at a browser that somebody left open.
 *
 * @returns what the login has now
 * @throws ApiError not_found for a link that does not work; forbidden for a wrong password, when passwords are turned off, or
 *   the organization is paused; rate_limited
 */
export function confirmEmailChange(
  door: AuthDeps,
  { current_password: password, ...link }: Link & { current_password: string },
  visit: LoginRequest,
): Promise<string> {
  return useLink(door, link, visit, unknown, async (opened) => {
    const { change } = await inside(door, opened, 'read', async (db) =>
      requireUsable(db, await findEmailChange(db, { tokenHash: opened.tokenHash }), opened),
    )
    await requirePassword(door, opened, link.organization, change, password, visit)
    return inside(door, opened, 'write', (db) => use(door, db, opened, visit))
  })
}

const unknown = () => new LinkRefusal('email_link_unknown')

/** The link, if it still works. */
function requireWorking(change: EmailChangeRow | undefined, { now }: Opened): EmailChangeRow {
  if (!change) throw unknown()
  const why = whyDead(change, now)
  if (why) throw new LinkRefusal(`email_link_${why}`)
  return change
}

/** The link, if it works and its member may still do something with their login; and the organization. */
async function requireUsable(
  db: Db,
  found: EmailChangeRow | undefined,
  opened: Opened,
): Promise<{ change: EmailChangeRow; organization: Standing }> {
  await requireMethodOn(db, 'password')
  const change = requireWorking(found, opened)
  const organization = await getStanding(db)
  requireOpenFor(organization, change.role, { admins: false })
  return { change, organization }
}

/** Compares the password while no transaction is open. A wrong one counts as a failure to sign in, and stands in the log. */
async function requirePassword(
  door: AuthDeps,
  opened: Opened,
  organization: string,
  change: EmailChangeRow,
  password: string,
  visit: LoginRequest,
): Promise<void> {
  const { address, network } = networksOf(visit.address)
  const attempt = attemptOf({ organization, email: change.email }, address, network, door.limits.signIn)
  const isRight = await inHashingTurn(opened.orgId, change.membership_id, () =>
    comparePassword(door, attempt, change.password_hash!, password),
  )
  if (isRight) return
  const domainEvent = emailRefused(network, change.person_id)
  await inside(door, opened, 'write', (db) =>
    recordVisit(db, change, visit, 'auth.email_confirm', domainEvent, opened.now),
  )
  throw refusal([problem('wrong_current_password', {})])
}

/** The link rests on the password that was compared: with another one it does not work. */
async function use(door: AuthDeps, db: Db, opened: Opened, visit: LoginRequest): Promise<string> {
  const { tokenHash, now } = opened
  const { change, organization } = await requireUsable(db, await lockEmailChange(db, tokenHash), opened)
  const { id, membership_id: membershipId, person_id: personId, new_email: email } = change
  await useEmailChange(db, change, now).catch((error: unknown) => {
    throw constraintOf(error) === 'users_email_key' ? new LinkRefusal('email_link_taken', error) : error
  })
  // They went to the mailbox from before. Else they would work again once the login has that e-mail again.
  await endResets(db, [membershipId], now)
  const { network } = networksOf(visit.address)
  await recordVisit(db, change, visit, 'auth.email_confirm', emailChanged(network, personId), now)
  await door.postbox.write(
    db,
    { kind: 'email_changed', aboutId: id, membershipId },
    now,
    today(now, organization.time_zone),
  )
  return email
}
