import type { Db } from '../db/transaction.ts'
import type { Day } from '../domain/day.ts'
import type { Audience, Caller } from '../domain/caller.ts'
import type { Action } from '../generated/actions.ts'

/** One line of the activity log. Pay and private values never appear: record those as `hidden(field)`. */
export interface ActivityEntry {
  /** Plain words; `{subject}` stands for the subject's name, so that erasing a person reaches it. */
  summary: string
  subject?: { type: string; id: string; name: string }
  changes?: Change[]
  /** The person this is about, when the subject is not that person. */
  personId?: string
}

export interface Change {
  field: string
  before: unknown
  after: unknown
}

/** What a handler knows of the call around it. It never sees HTTP or MCP. */
export interface Context {
  action: Action
  caller: Caller
  /** What the caller acts as: company administration, or their own workspace. */
  audience: Audience
  /** This organization's transaction; there is no other way to the database. */
  db: Db
  now: Date
  /** The date in the organization's time zone. */
  today: Day
  requestId: string
  /** Adds to the activity log, in this transaction. */
  record: (entry: ActivityEntry) => void
  /** Queues a job in this transaction. Payloads carry ids, never personal data. */
  enqueue: (task: string, payload: Record<string, unknown>) => Promise<void>
}
