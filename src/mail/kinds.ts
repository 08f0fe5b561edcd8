/** Facts about a kind of mail, said once for all mails of it. */
export interface MailKind {
  /** Tells that the receiver can do without it: then it says how to stop it. Security mails are always sent. */
  optional: boolean
  /** Tells that it counts against what an organization may send on a day. Others are bounded where they are caused. */
  counted: boolean
}

/**
 * | kind | bounded by |
 * |---|---|
 * | invite | MAIL_PER_DAY |
 * | password_reset | the limits of auth/password_forgotten, for each login and address |
 * | email_change | five links in 24 hours for each member |
 * | email_changed | the links for another e-mail: each works once |
 * | login_changed | one mail a minute for each member, which tells all that changed about their login |
 * | payroll_changed | one mail an hour for each receiver, which tells all changes since the last one |
 * | webhook_failing | ten a day for each owner: as many as a company has endpoints |
 * | document_uploaded | one mail an hour for each receiver, which tells all that was added since the last one |
 * | reminders | one mail a day for each member; the month of the company (`writeOptionalMails`) |
 * | approval_request | the month of the company |
 * | mail_limit | one mail a month for each owner and admin |
 * | organization_status | one mail that waits for each owner and admin, which tells what is so when it is sent |
 */
export const mailKinds = {
  invite: { optional: false, counted: true },
  password_reset: { optional: false, counted: false },
  email_change: { optional: false, counted: false },
  email_changed: { optional: false, counted: false },
  login_changed: { optional: false, counted: false },
  payroll_changed: { optional: false, counted: false },
  webhook_failing: { optional: false, counted: false },
  document_uploaded: { optional: true, counted: false },
  reminders: { optional: true, counted: false },
  approval_request: { optional: true, counted: false },
  mail_limit: { optional: false, counted: false },
  organization_status: { optional: false, counted: false },
} as const satisfies Record<string, MailKind>

export type MailKindName = keyof typeof mailKinds
