import type { components, operations } from '../../generated/contract.ts'
import type { InviteRow } from '../../queries/org/invites.ts'

/** An invite of a person. (Only the first owner of an organization is invited without one, and is in no list.) */
export function presentInvite(row: InviteRow): components['schemas']['Invite'] {
  const { id, person_id, email, role, created_at, expires_at, accepted_at, revoked_at } = row
  return { id, person_id: person_id!, email, role, created_at, expires_at, accepted_at, revoked_at }
}

type Answer = operations['org_invites_create']['responses'][200]['content']['application/json']['data']

/** The outcome of the mail of an invite. `untried`: so it is before the commit, and stays in a dry run. */
export type InviteMail = 'sent' | 'filed' | 'later' | 'failed' | 'limited' | 'untried'

const handOver = 'Hand the link over yourself.'
const again = 'Invite them again from the web app, which shows the link, and hand it over.'

/**
 * Presents the outcome of the mail of an invite, with advice where it was not sent.
 *
 * @param shown whether the answer has the link
 */
export function presentInviteMail(mail: InviteMail, shown: boolean): Answer['email'] {
  const next = shown ? handOver : again
  switch (mail) {
    case 'sent':
      return { status: 'sent', message: 'The link is on its way to their work e-mail.' }
    case 'filed':
      return { status: 'skipped', message: `This server sends no mail. ${next}` }
    case 'untried':
      return { status: 'skipped', message: 'No mail was tried. A dry run sends none.' }
    case 'limited':
      return {
        status: 'failed',
        message: `Your organization has sent as many mails today as it may. ${next}`,
        reason: 'rate_limited',
      }
    case 'later':
      return {
        status: 'failed',
        message: `The mail server has not taken the mail yet. It is tried again. If you cannot wait: ${next}`,
      }
    case 'failed':
      return { status: 'failed', message: `The mail server refused the mail. Check the work e-mail. ${next}` }
  }
}
