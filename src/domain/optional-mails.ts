/** Mails that a company can do without: how many are included, and what more of them cost. */

/** The kinds of notifications that are mailed, too. */
export const optionalKinds = ['reminders', 'approval_request', 'document_uploaded'] as const
export type OptionalKind = (typeof optionalKinds)[number]

export type OptionalMails = Readonly<Record<OptionalKind, boolean>>

/** So many are included in a month for each person who worked here in it so far: whoever leaves takes none along. */
const perPerson = 10
/** They are charged by hundreds that were begun, in cents. */
const block = { mails: 100, cents: 10 } as const

/** Optional mails that are included in a month. */
export const includedMails = (peopleOfMonth: number): number => peopleOfMonth * perPerson

/** The mails that a company may send in a month: those that are included, and what it allows beyond. */
export const mostMails = (month: { people_of_month: number; extra_limit: number }): number =>
  includedMails(month.people_of_month) + month.extra_limit

/** Tells whether a month has mails left. */
export const isUnderLimit = (month: {
  people_of_month: number
  extra_limit: number
  sent: number
}): boolean => month.sent < mostMails(month)

/** Mails of a month above the included ones, and their cost in euros. */
export function extraMails(sent: number, peopleOfMonth: number): { extra_sent: number; cost_eur: number } {
  const extra = Math.max(0, sent - includedMails(peopleOfMonth))
  return { extra_sent: extra, cost_eur: (Math.ceil(extra / block.mails) * block.cents) / 100 }
}
