import { standingInvites } from '../access/invites.ts'
import { hrRoles } from '../access/roles.ts'
import type { Db } from '../db/transaction.ts'
import { today } from '../domain/day.ts'
import { emailKey } from '../domain/email.ts'
import { optionalKinds } from '../domain/optional-mails.ts'
import { getRequest } from '../queries/org/approvals.ts'
import { loadTold, type ToldRow } from '../queries/org/notices.ts'
import type { ClaimedMail } from '../queries/platform/mails.ts'
import {
  findMemberToMail,
  findPersonToMail,
  loadInviteLetter,
  loadMailOrganization,
} from '../queries/platform/mail-facts.ts'
import { loadReminded } from '../queries/platform/notifications.ts'
import { findEmailChange } from '../queries/platform/email-changes.ts'
import { findReset } from '../queries/platform/password-resets.ts'
import {
  accountUrl,
  documentsUrl,
  emailUrl,
  homeUrl,
  inviteUrl,
  notificationsUrl,
  requestUrl,
  resetUrl,
} from './addresses.ts'
import { writeMailLimit, writeOrganizationStatus, writeWebhookFailing } from './administration.ts'
import { mayDecideNow } from './approval-turn.ts'
import type { MailKindName, mailKinds } from './kinds.ts'
import { loadLoginChanges } from './login-changed.ts'
import { whyDead } from '../secrets/links.ts'
import { compose, dayIn, momentIn, type ComposeContext, type MailComposer, type Written } from './writing.ts'

/**
 * Writes a mail, with things as they are now. What it is about may be over, and what one can do without may be wanted no more:
 * then nobody needs it.
 */
export async function writeMail(
  pen: MailComposer,
  db: Db,
  mail: ClaimedMail<MailKindName>,
  now: Date,
): Promise<Written> {
  const organization = await loadMailOrganization(db)
  const optional = optionalKinds.find((kind) => kind === mail.kind)
  if (optional && !(organization.status === 'active' && organization[optional])) return { void: 'over' }
  return writers[mail.kind]({ ...pen, db, organization, now }, mail)
}

const writers: {
  [Kind in keyof typeof mailKinds]: (desk: ComposeContext, mail: ClaimedMail) => Promise<Written>
} = {
  invite: writeInvite,
  password_reset: writeReset,
  email_change: writeEmailChange,
  email_changed: writeEmailChanged,
  login_changed: writeLoginChanges,
  payroll_changed: writePayrollNotice,
  webhook_failing: writeWebhookFailing,
  document_uploaded: writeDocumentsAdded,
  reminders: writeReminders,
  approval_request: writeApprovalRequest,
  mail_limit: writeMailLimit,
  organization_status: writeOrganizationStatus,
}

async function writeInvite(desk: ComposeContext, { about_id: id }: ClaimedMail): Promise<Written> {
  const { db, organization, links, now } = desk
  const day = today(now, organization.time_zone)
  const invite = await loadInviteLetter(db, { id, standing: standingInvites }, now, day)
  if (!invite || invite.over) return { void: 'over' }
  // To the address from before, it would go to somebody else.
  if (invite.person_email_key !== null && invite.person_email_key !== emailKey(invite.email))
    return { void: 'over' }
  const token = links.remake('invite', db.orgId, id, invite.token_hash)
  if (token === undefined) return { void: 'secret_key' }
  const { name, inviter, inviter_email: replyTo } = invite
  const letter = compose(desk, invite.language, (texts) => [
    texts.invite({
      ...{ name, inviter, organization: organization.name },
      until: momentIn(texts.locale, organization.time_zone, invite.expires_at),
    }),
    inviteUrl(desk.baseUrl(), organization.slug, token),
  ])
  return {
    to: { name, address: invite.email },
    replyTo: replyTo === null ? undefined : { name: inviter ?? '', address: replyTo },
    letter,
  }
}

async function writeReset(desk: ComposeContext, { about_id: id }: ClaimedMail): Promise<Written> {
  const { db, organization, links, now } = desk
  const reset = await findReset(db, { id })
  if (!reset || whyDead(reset, now)) return { void: 'over' }
  const token = links.remake('reset', db.orgId, id, reset.token_hash)
  if (token === undefined) return { void: 'secret_key' }
  const { name, email } = reset
  const letter = compose(desk, reset.language, (texts) => [
    texts.passwordReset({ name, email, organization: organization.name }),
    resetUrl(desk.baseUrl(), organization.slug, token),
  ])
  return { to: { name, address: email }, letter }
}

async function writeEmailChange(desk: ComposeContext, { about_id: id }: ClaimedMail): Promise<Written> {
  const { db, organization, links, now } = desk
  const change = await findEmailChange(db, { id })
  if (!change || whyDead(change, now)) return { void: 'over' }
  const token = links.remake('email', db.orgId, id, change.token_hash)
  if (token === undefined) return { void: 'secret_key' }
  const { name, email: before, new_email: after } = change
  const letter = compose(desk, change.language, (texts) => [
    texts.emailChange({ name, before, after, organization: organization.name }),
    emailUrl(desk.baseUrl(), organization.slug, token),
  ])
  return { to: { name, address: after }, letter }
}

/** Also to a member who is disabled by now: somebody else may have done it. */
async function writeEmailChanged(desk: ComposeContext, { about_id: id }: ClaimedMail): Promise<Written> {
  const { db, organization } = desk
  const change = await findEmailChange(db, { id })
  if (!change || change.email_before === null) return { void: 'over' }
  const { name, email_before: before, new_email: after } = change
  const letter = compose(desk, change.language, (texts) => [
    texts.emailChanged({ name, before, after, organization: organization.name }),
  ])
  return { to: { name, address: before }, letter }
}

async function writeLoginChanges(desk: ComposeContext, mail: ClaimedMail): Promise<Written> {
  const { db, organization } = desk
  const { membership_id: membershipId, about_id: from } = mail
  const found = await loadLoginChanges(db, { membershipId: membershipId!, from })
  if (!found) return { void: 'over' }
  const { to } = found
  const letter = compose(desk, to.language, (texts) => [
    texts.loginChanged({
      ...{ name: to.name, organization: organization.name, more: found.more },
      changes: found.changes.map((told) => ({
        ...told,
        name: told.change === 'access_revoked' ? dayIn(texts.locale, told.name) : told.name,
        at: momentIn(texts.locale, organization.time_zone, told.at),
      })),
    }),
    accountUrl(desk.baseUrl(), organization.slug),
  ])
  return { to: { name: to.name, address: to.email }, letter }
}

/** The number of people whom one mail lists: as many as one file changes. It says when there were more. */
const mostPeople = 250

async function writePayrollNotice(desk: ComposeContext, mail: ClaimedMail): Promise<Written> {
  const { db, organization, now } = desk
  const { person_id: personId, membership_id: membershipId, about_id: batch } = mail
  const to =
    personId === null
      ? await findMemberToMail(db, membershipId!, hrRoles)
      : await findPersonToMail(db, personId, today(now, organization.time_zone))
  if (!to) return { void: 'over' }
  const except = personId === null ? to.person_id : null
  const people = await loadTold(db, batch, personId, except, mostPeople + 1)
  const [first] = people
  if (!first) return { void: 'over' }
  const about = { organization: organization.name }
  const letter = compose(desk, to.language, (texts) => [
    personId === null
      ? texts.payrollOfOthers({ ...about, ...listed(people) })
      : texts.payrollOfYours({ ...about, ...first }),
  ])
  return { to: { name: to.name, address: to.email }, letter }
}

async function writeDocumentsAdded(desk: ComposeContext, mail: ClaimedMail): Promise<Written> {
  const { db, organization } = desk
  const { membership_id: membershipId, about_id: batch } = mail
  const to = await findMemberToMail(db, membershipId!, hrRoles)
  if (!to) return { void: 'over' }
  const people = await loadTold(db, batch, null, to.person_id, mostPeople + 1)
  if (people.length === 0) return { void: 'over' }
  const letter = compose(desk, to.language, (texts) => [
    texts.documentsAdded({ organization: organization.name, ...listed(people) }),
    documentsUrl(desk.baseUrl(), organization.slug),
  ])
  return { to: { name: to.name, address: to.email }, letter, unsubscribe: unsubscribeOf(desk) }
}

const listed = (people: readonly ToldRow[]): { people: readonly ToldRow[]; more: boolean } => ({
  people: people.slice(0, mostPeople),
  more: people.length > mostPeople,
})

/** So many days stand in a mail. */
const mostDays = 50

async function writeReminders(desk: ComposeContext, mail: ClaimedMail): Promise<Written> {
  const { db, organization, now } = desk
  const { membership_id: membershipId, about_id: batchId } = mail
  const day = today(now, organization.time_zone)
  const [to, found] = await Promise.all([
    findMemberToMail(db, membershipId!),
    loadReminded(db, { membershipId: membershipId!, batchId, hrRoles }, mostDays + 1, day),
  ])
  if (!to || found.length === 0) return { void: 'over' }
  const letter = compose(desk, to.language, (texts) => [
    texts.reminders({
      ...{ name: to.name, organization: organization.name, more: found.length > mostDays },
      days: found.slice(0, mostDays).map(({ name, reminder, date, years, self }) => ({
        ...{ name, kind: reminder, years, self },
        day: dayIn(texts.locale, date),
      })),
    }),
    homeUrl(desk.baseUrl(), organization.slug),
  ])
  return { to: { name: to.name, address: to.email }, letter, unsubscribe: unsubscribeOf(desk) }
}

async function writeApprovalRequest(desk: ComposeContext, mail: ClaimedMail): Promise<Written> {
  const { db, organization, now } = desk
  const { membership_id: membershipId, about_id: requestId } = mail
  const day = today(now, organization.time_zone)
  const [request, to, hr] = await Promise.all([
    getRequest(db, requestId, day),
    findMemberToMail(db, membershipId!),
    findMemberToMail(db, membershipId!, hrRoles),
  ])
  if (!to || !request || !(await mayDecideNow(db, request, membershipId!, day))) return { void: 'over' }
  const { kind, person_name, proposer_name } = request
  const letter = compose(desk, to.language, (texts) => [
    texts.approvalRequest({
      ...{ name: to.name, organization: organization.name, proposer: proposer_name },
      about: kind === 'pay_change' ? null : { name: person_name, kind },
    }),
    requestUrl(desk.baseUrl(), organization.slug, requestId, hr !== undefined),
  ])
  return { to: { name: to.name, address: to.email }, letter, unsubscribe: unsubscribeOf(desk) }
}

/** Where every reader learns who turns off mails that one can do without, and owners and admins do it. */
const unsubscribeOf = ({ baseUrl, organization }: ComposeContext): string =>
  notificationsUrl(baseUrl(), organization.slug)
