import type { Db } from '../db/transaction.ts'
import type { Audience, Caller } from '../domain/caller.ts'
import type { Day } from '../domain/day.ts'

/** The part of an action's context that a change needs, whatever the action is. */
export interface ChangeContext {
  db: Db
  now: Date
  today: Day
  newId: () => string
}

/** The context of a change, and its proposer. */
export interface Proposing extends ChangeContext {
  caller: Caller
  audience: Audience
}
