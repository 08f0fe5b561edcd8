import type { Db } from '../../db/transaction.ts'
import { basisOf } from '../../mail/resets.ts'
import { replaceEmailChange } from '../../queries/platform/email-changes.ts'
import type { LinkedLogin } from '../../queries/platform/password-resets.ts'
import type { Links } from '../../secrets/links.ts'

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
