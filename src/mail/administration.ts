import { adminRoles, ownerRole } from '../access/roles.ts'
import { isUnderLimit } from '../domain/optional-mails.ts'
import { findMemberToMail } from '../queries/platform/mail-facts.ts'
import type { ClaimedMail } from '../queries/platform/mails.ts'
import { getMailMonth } from '../queries/platform/optional-mails.ts'
import { findEndpoint } from '../queries/webhooks/endpoints.ts'
import { endpointsUrl, homeUrl, settingsUrl } from './addresses.ts'
import { compose, dayIn, momentIn, type ComposeContext, type Written } from './writing.ts'

/** Tells owners and admins that no more mails that one can do without are sent this month. */
export async function writeMailLimit(desk: ComposeContext, mail: ClaimedMail): Promise<Written> {
  const { db, organization, now } = desk
  const to = await findMemberToMail(db, mail.membership_id!, adminRoles)
  // Another month may have begun, or the company allows more.
  if (!to || isUnderLimit(await getMailMonth(db, now))) return { void: 'over' }
  const letter = compose(desk, to.language, (texts) => [
    texts.mailLimit({ name: to.name, organization: organization.name }),
    settingsUrl(desk.baseUrl(), organization.slug),
  ])
  return { to: { name: to.name, address: to.email }, letter }
}

/** Tells owners and admins that the company was paused, closed or opened again: what is so now. */
export async function writeOrganizationStatus(desk: ComposeContext, mail: ClaimedMail): Promise<Written> {
  const { db, organization } = desk
  const to = await findMemberToMail(db, mail.membership_id!, adminRoles)
  if (!to) return { void: 'over' }
  const { name, status, pause_reason: reason, delete_on: deleteOn } = organization
  const letter = compose(desk, to.language, (texts) => [
    texts.organizationStatus({
      ...{ name: to.name, organization: name, status, reason },
      deleteOn: deleteOn && dayIn(texts.locale, deleteOn),
    }),
    homeUrl(desk.baseUrl(), organization.slug),
  ])
  return { to: { name: to.name, address: to.email }, letter }
}

/** Tells owners that a webhook endpoint was turned off, because nothing could be delivered to it. */
export async function writeWebhookFailing(desk: ComposeContext, mail: ClaimedMail): Promise<Written> {
  const { db, organization } = desk
  const { membership_id: membershipId, about_id: endpointId } = mail
  const [to, endpoint] = await Promise.all([
    findMemberToMail(db, membershipId!, [ownerRole]),
    findEndpoint(db, endpointId),
  ])
  // Somebody has turned it on again, or changed why it is off.
  if (!to || endpoint?.disabled_reason !== 'failing') return { void: 'over' }
  const letter = compose(desk, to.language, (texts) => [
    texts.webhookFailing({
      ...{ name: to.name, organization: organization.name, host: new URL(endpoint.url).host },
      since: momentIn(texts.locale, organization.time_zone, endpoint.failing_since ?? endpoint.disabled_at!),
    }),
    endpointsUrl(desk.baseUrl(), organization.slug),
  ])
  return { to: { name: to.name, address: to.email }, letter }
}
