import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { ownerRole } from '../access/roles.ts'
import { makeReset } from '../auth/reset.ts'
import { ofOrganization } from '../db/system.ts'
import type { Db } from '../db/transaction.ts'
import { changesOf } from '../domain/changes.ts'
import { today } from '../domain/day.ts'
import { emailKey } from '../domain/email.ts'
import { inviteExpiry } from '../domain/invites.ts'
import { ownerInvited, passwordLinkMade } from '../events/members.ts'
import { signInChanged } from '../events/organization.ts'
import { inviteUrl, resetUrl } from '../mail/addresses.ts'
import type { Delivered, MailQueue } from '../mail/mail-queue.ts'
import { replaceInvite } from '../queries/org/invites.ts'
import { lockMembers } from '../queries/platform/members.ts'
import { endResets, lockLoginByEmail } from '../queries/platform/password-resets.ts'
import { getMethods, updateMethods } from '../queries/platform/sign-in.ts'
import { OperatorError } from './errors.ts'
import { recordAsOperator } from './record.ts'
import { findOrganization } from './status.ts'
import { asOperator } from './transaction.ts'

/** A link for an owner. It is shown once. */
export interface OwnerLink {
  url: string
  expiresAt: Date
  /** The mail that has it; undefined without a mail server. */
  mailId: string | undefined
}

interface Owner {
  organizationId: string
  slug: string
  timeZone: string
  membershipId: string
  email: string
}

/**
 * Invites an owner to choose how to sign in. The link is mailed, too: `sendOwnerMail` does that
 * after the transaction.
 *
 * @param mailed left out: if there is a mail server
 */
export async function inviteOwner(
  client: pg.ClientBase,
  postbox: MailQueue,
  { organizationId, slug, timeZone, membershipId, email }: Owner,
  now: Date,
  mailed = postbox.reaches,
): Promise<OwnerLink> {
  const db = ofOrganization(client, organizationId, undefined)
  const { links, baseUrl } = postbox.pen
  const id = randomUUIDv7()
  const { token, hash } = links.make('invite', organizationId, id)
  const expiresAt = inviteExpiry(now)
  await replaceInvite(db, {
    ...{ id, person_id: null, membership_id: membershipId, email, role: ownerRole, token_hash: hash },
    ...{ created_by: null, created_at: now, expires_at: expiresAt },
  })
  const mail = { kind: 'invite', aboutId: id, membershipId, sentByWriter: true } as const
  const written = mailed ? await postbox.write(db, mail, now, today(now, timeZone)) : undefined
  return {
    url: inviteUrl(baseUrl(), slug, token),
    expiresAt,
    mailId: written && !written.limited ? written.id : undefined,
  }
}

/** Sends the mail of a link. Answers what became of it; undefined when there is none. */
export async function sendOwnerMail(
  postbox: MailQueue,
  organizationId: string,
  { mailId }: OwnerLink,
): Promise<Delivered | undefined> {
  if (mailId === undefined) return undefined
  return (await postbox.deliver(organizationId, mailId, { first: true })).outcome
}

/** Minutes that an operator has to hand a link over. */
const resetMinutes = 24 * 60

/**
 * Makes a link by which an owner who is locked out gets in again: for a new password, or, if they have no login so far, a new
 * invite. Passwords are turned on, if they were off.
 *
 * @throws OperatorError when there is no such organization, or no owner with this e-mail who is not disabled
 */
export async function resetOwner(
  pool: pg.Pool,
  postbox: MailQueue,
  { slug, email }: { slug: string; email: string },
  now: Date,
): Promise<{ slug: string; email: string; url: string; expiresAt: Date }> {
  return asOperator(pool, async (client) => {
    const { organizationId, name, timeZone } = await findOrganization(client, slug)
    const db = ofOrganization(client, organizationId, undefined)
    const owner = await lockLoginByEmail(db, emailKey(email.trim().normalize('NFC')))
    if (owner?.role !== ownerRole || !owner.active) throw await notAnOwner(db, slug)
    const member = { membership_id: owner.membership_id, person_id: owner.person_id, person_name: owner.name }
    if (!owner.has_login) {
      const known = { organizationId, slug, timeZone, membershipId: owner.membership_id, email: owner.email }
      const { url, expiresAt } = await inviteOwner(client, postbox, known, now, false)
      await recordAsOperator(client, organizationId, resetAction, now, [ownerInvited(member)])
      return { slug, email: owner.email, url, expiresAt }
    }
    const changes = changesOf(await getMethods(db), { password: true })
    if (changes.length > 0) await updateMethods(db, { password: true }, now)
    const turnedOn = changes.length > 0 ? [signInChanged({ id: organizationId, name }, changes)] : []
    await endResets(db, [owner.membership_id], now)
    const { token, expiresAt } = await makeReset({ postbox }, db, owner, now, resetMinutes)
    await recordAsOperator(client, organizationId, resetAction, now, [...turnedOn, passwordLinkMade(member)])
    return { slug, email: owner.email, url: resetUrl(postbox.pen.baseUrl(), slug, token), expiresAt }
  })
}

/** Whoever has lost their access may have forgotten the address, too, or made a mistake in it at the beginning. */
async function notAnOwner(db: Db, slug: string): Promise<OperatorError> {
  const owners = await lockMembers(db, { role: ownerRole })
  const emails = owners.filter(({ status }) => status === 'active').map((one) => one.email)
  return new OperatorError(
    `No owner of ${slug} who is not disabled signs in with this. They sign in with ${emails.join(', ')}.`,
    'email',
  )
}

const resetAction = 'platform.organization.reset_owner'
