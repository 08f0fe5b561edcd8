import type { Db } from '../db/transaction.ts'
import type { Audience, Caller } from '../domain/caller.ts'
import type { Day } from '../domain/day.ts'
import type { ApiError, Problem } from '../errors.ts'
import type { Happening } from '../events/happening.ts'
import type { Action } from '../generated/actions.ts'
import type { ActionErrors, ErrorParams } from '../generated/errors.ts'
import type { ActionEvents } from '../generated/events.ts'
import type { JobPayloads } from '../generated/jobs.ts'
import type { ActionId } from './action.ts'

/**
 * What an action knows of the call around it. It never sees HTTP or MCP. Refusals and events are those that its Path Item
 * declares (`x-errors`, `x-events`): others do not compile.
 */
export interface Context<K extends ActionId = ActionId> {
  action: Action
  caller: Caller
  /** What the caller acts for in this call. */
  audience: Audience
  /** This organization's transaction; there is no other way to the database. */
  db: Db
  now: Date
  /** The date in the organization's time zone. */
  today: Day
  requestId: string
  /** The id of a record to create. In a dry run the answer shows the nil UUID in its place. */
  newId: () => string
  /** Throws when there are problems, and tells all of them. */
  refuse: (problems: readonly Problem<ActionErrors[K]>[]) => void
  /** One refusal, to throw. */
  fail: <Name extends ActionErrors[K]>(name: Name, params: ErrorParams[Name]) => ApiError
  /** Says what happened: its activity, event and jobs are written in this transaction, at the end of the call. */
  record: (happening: Happening<ActionEvents[K]>) => void
  /** Queues a job in this transaction. Payloads hold ids and days, never personal data. */
  enqueue: <Task extends keyof JobPayloads>(task: Task, payload: JobPayloads[Task]) => void
}
