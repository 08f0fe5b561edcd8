import type { CallDb } from '../db/transaction.ts'
import type { Audience, Caller } from '../domain/caller.ts'
import type { Day } from '../domain/day.ts'
import type { SignInMethod } from '../domain/sign-in.ts'
import type { UrlProblem } from '../domain/webhooks.ts'
import type { ApiError, ErrorCode, Problem } from '../errors.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import type { Action, ActionId } from '../generated/actions.ts'
import type { ActionErrors, ErrorParams } from '../generated/errors.ts'
import type { ActionEvents } from '../generated/events.ts'
import type { ActionWarnings } from '../generated/warnings.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { Storage } from '../storage/storage.ts'
import type { Language } from '../texts/language.ts'
import type { Place, ToldWarning, Warning } from '../warnings.ts'

/** Parts of the server that an action gets when it says that it needs them. */
export interface Tools {
  /** The ways to sign in that this service offers. */
  offered: ReadonlySet<SignInMethod>
  /** Writes mails in this transaction. They are sent after it. */
  postbox: Pick<MailQueue, 'write' | 'pen' | 'reaches'>
  /** Where files are kept. It may wait for a network, so it is for what comes before and after the transaction. */
  storage: Storage
  /** The public address of the service, without a trailing slash. */
  baseUrl: string
  /** The name of the database, which another one has not, such as one restored from a backup. */
  databaseId: string
  /** Why events must not be sent to an address; undefined: they may. */
  urlProblem: (url: string) => UrlProblem | undefined
}

export type Tool = keyof Tools

/** The call as an action knows it, with the tools that the action needs. */
export type Context<K extends ActionId = ActionId, Needed extends Tool = never> = CallContext<K> &
  Pick<Tools, Needed>

/**
 * The call as every action knows it; it never sees HTTP or MCP. Only the refusals, warnings and events that its Path Item
 * declares (`x-errors`, `x-warnings`, `x-events`) compile.
 */
interface CallContext<K extends ActionId> {
  action: Action
  caller: Caller
  /** The audience that the caller acts for in this call: company administration or the own workspace. */
  audience: Audience
  /** The transaction of this call, limited to this organization. An action has no other way to the database. */
  db: CallDb
  now: Date
  /** The date in the organization's time zone. */
  today: Day
  /** The language of the answer: sentences in it are spelled in this one. */
  language: Language
  requestId: string
  /** A new id, for a record to create. In a dry run the answer shows the nil UUID instead. */
  newId: () => string
  /** Throws one error that tells all of the problems; does nothing when there are none. */
  refuse: (problems: readonly Problem<ActionErrors[K]>[]) => void
  /** One refusal as an error, to be thrown. */
  fail: <Name extends ActionErrors[K]>(name: Name, params: ErrorParams[Name]) => ApiError
  /** Warnings as the caller reads them; with the place of the one of many people whom they are about. */
  tell: (warnings: readonly Warning<ActionWarnings[K]>[], place?: Place) => ToldWarning[]
  /** Records what happened. Its activity and event are written at the end of the call, in this transaction, with all reactions. */
  record: (domainEvent: DomainEvent<ActionEvents[K]>) => void
  /** Asks whether the caller may make these calls: in their order, without making them or waiting for any lock. */
  may: (calls: readonly AskedCall[]) => Promise<Permission[]>
  /**
   * Asks whether the caller still has the access of this call, and holds it until the commit. It is asked once: at the end
   * of a write, unless the action takes away its caller's own access, and asks before it does.
   */
  holdAccess: () => Promise<void>
}

/** Parts of the server that work after the commit. */
export interface AfterCommit {
  orgId: string
  postbox: Pick<MailQueue, 'deliver'>
}

/** A call that somebody might make. */
export interface AskedCall {
  /** The name of the action: `org/units.create`, `org.units.create` or `org_units_create`. */
  action: string
  input: Record<string, unknown>
}

/** The permission to make a call. */
export interface Permission {
  allowed: boolean
  /** The error that the call would answer; null when it is allowed. */
  code: ErrorCode | null
  /** Tells that the change would wait until somebody else approves it. */
  mustWait: boolean
}
