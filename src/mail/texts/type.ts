import type { LoginChange } from '../../domain/login-changes.ts'
import type { ReminderKind } from '../../domain/reminders.ts'
import type { Letter } from '../letter.ts'
import type { ToldChange } from '../login-changed.ts'

type LetterText = Omit<Letter, 'language' | 'link'> & { linkLabel?: string }

/** Facts of an invite: the inviter, the invited and the organization. */
export interface InviteFacts {
  name: string
  organization: string
  /** Null: the operator of the service. */
  inviter: string | null
  /** The last day on which the link works, in words. */
  until: string
}

export interface ResetFacts {
  name: string
  organization: string
  email: string
}

/** The e-mail of a login until then, and the one that it is to have or has. */
export interface EmailChangeFacts {
  name: string
  organization: string
  before: string
  after: string
}

/** Details that were changed, by the names of the person and the fields. */
export interface ChangedDetails {
  name: string
  fields: readonly string[]
}

/** Changes of a login, with times in words. */
export interface LoginFacts {
  name: string
  organization: string
  changes: readonly ToldChange[]
  /** Tells that there were others before these. */
  more: boolean
}

/** Sentences that tell a change, of a key, an app or a provider with this name, or since this day. */
export type LoginChanges = Record<LoginChange, (name: string) => string>

/** A webhook endpoint that was turned off. */
export interface EndpointFacts {
  name: string
  organization: string
  /** The host of its address. */
  host: string
  /** Since when nothing has reached it, in words. */
  since: string
}

/** Documents that people have added themselves. */
export interface AddedDocuments {
  organization: string
  people: readonly { name: string; count: number }[]
  /** Tells that there are others. */
  more: boolean
}

/** Days of which a member is reminded. */
export interface RemindedDays {
  name: string
  organization: string
  days: readonly { name: string; kind: ReminderKind; day: string; years: number | null; self: boolean }[]
  /** Tells that there are others after these. */
  more: boolean
}

/** A request that waits for the receiver; of pay nothing is said. */
export interface WaitingFacts {
  name: string
  organization: string
  proposer: string
  about: { name: string; kind: 'job_change' | 'termination' } | null
}

/** State of a company: whether it can be used, and why not. */
export interface StatusFacts {
  name: string
  organization: string
  status: 'active' | 'paused' | 'closed'
  /** Null where it is active. */
  reason: 'unpaid' | 'details_missing' | null
  /** The day on which the data of a closed one is deleted. */
  deleteOn: string | null
}

/** Texts of all mails in one language. */
export interface Texts {
  /** For dates. */
  locale: string
  invite: (facts: InviteFacts) => LetterText
  passwordReset: (facts: ResetFacts) => LetterText
  /** To the new address: its link makes it the login's. */
  emailChange: (facts: EmailChangeFacts) => LetterText
  /** To the address from before, in case it was somebody else. */
  emailChanged: (facts: EmailChangeFacts) => LetterText
  loginChanged: (facts: LoginFacts) => LetterText
  /** To the person whose details somebody else has changed. */
  payrollOfYours: (facts: ChangedDetails & { organization: string }) => LetterText
  /** To owners, admins and HR: who has changed their own. */
  payrollOfOthers: (facts: {
    organization: string
    people: readonly ChangedDetails[]
    more: boolean
  }) => LetterText
  /** To owners, admins and HR: who has added documents. */
  documentsAdded: (facts: AddedDocuments) => LetterText
  reminders: (facts: RemindedDays) => LetterText
  approvalRequest: (facts: WaitingFacts) => LetterText
  /** To owners and admins: no more optional mails are sent this month. */
  mailLimit: (facts: { name: string; organization: string }) => LetterText
  /** To owners and admins: the company was paused, closed or opened again. */
  organizationStatus: (facts: StatusFacts) => LetterText
  /** To owners. */
  webhookFailing: (facts: EndpointFacts) => LetterText
}
