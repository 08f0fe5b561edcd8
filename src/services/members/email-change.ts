import type { Db } from '../../db/transaction.ts'
import { emailKey } from '../../domain/email.ts'
import {
  endEmailChanges,
  findMemberSigningInWith,
  isEmailTaken,
  lockChangingLogin,
  replaceEmailChange,
} from '../../queries/platform/email-changes.ts'
import { getMethods } from '../../queries/platform/sign-in.ts'
import type { ChangeContext } from '../change-context.ts'
import type { LinkedLogin } from '../../queries/platform/password-resets.ts'
import { basisOf, type Links } from '../../secrets/links.ts'

const hourMs = 3_600_000

/** The life of a link to another e-mail, in hours: the new mailbox may be one of work. */
const linkHours = 24

/** So many links to other addresses a member gets in 24 hours: strangers have these mailboxes, and ask for none. */
export const mostEmailLinks = 5

/** The time since which the links of a member are counted. */
export const countingSince = (now: Date): Date => new Date(now.getTime() - 24 * hourMs)

/** Makes a link by which a locked login gets another e-mail. The one from before ends. */
export async function makeEmailChange(
  db: Db,
  links: Links,
  login: LinkedLogin,
  id: string,
  email: string,
  now: Date,
): Promise<{ id: string; expiresAt: Date }> {
  const { hash } = links.make('email', db.orgId, id)
  const expiresAt = new Date(now.getTime() + linkHours * hourMs)
  await replaceEmailChange(db, {
    ...{ id, membership_id: login.membership_id, email, token_hash: hash, basis: basisOf(login) },
    ...{ created_at: now, expires_at: expiresAt },
  })
  return { id, expiresAt }
}

/**
 * Makes a link by which somebody whose work e-mail was changed signs in with the new one, as they did with the old one. Without it
 * their mails go on to a mailbox that may be closed. Only they can use it: it needs their password. Where they have not used the
 * link to the old one, that was a mistake or is over: it ends, and this one takes its place.
 *
 * @param person with the work e-mail from before
 * @returns whose link it is; undefined when they do not sign in with the old one and a password, or the new one is theirs already
 *   or another login's
 */
export async function followWorkEmail(
  { db, now, newId }: ChangeContext,
  links: Links,
  person: { id: string; work_email: string },
  email: string,
): Promise<{ id: string; membershipId: string } | undefined> {
  const old = emailKey(person.work_email)
  const membershipId = await findMemberSigningInWith(db, person.id, old)
  if (membershipId === undefined) return undefined
  const login = await lockChangingLogin(db, membershipId, countingSince(now))
  const isOver = login.asked !== null && emailKey(login.asked) === old
  if (isOver) await endEmailChanges(db, [membershipId], now)
  const [on, taken] = await Promise.all([getMethods(db), isEmailTaken(db, email, login.user_id)])
  const follows =
    (isOver || login.email_key === old) &&
    login.email_key !== emailKey(email) &&
    login.active &&
    login.password_hash !== null
  if (!follows || taken || !on.password || login.links >= mostEmailLinks) return undefined
  const { id } = await makeEmailChange(db, links, login, newId(), email, now)
  return { id, membershipId }
}
