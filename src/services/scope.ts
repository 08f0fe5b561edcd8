import type { Db } from '../db/transaction.ts'
import type { Day } from '../domain/day.ts'
import type { ErrorName, Problem } from '../errors.ts'
import type { Happening } from '../events/happening.ts'
import type { EventType } from '../generated/events.ts'
import type { Warning, WarningCode } from '../warnings.ts'

/** What a change knows of the call: the part of an action's context that does not depend on the action. */
export interface Scope {
  db: Db
  now: Date
  today: Day
  newId: () => string
}

/** A change that is decided, but not written. */
export interface Decided<
  Refusal extends ErrorName,
  Type extends EventType,
  Caution extends WarningCode = WarningCode,
> {
  /** Why it is refused; empty when it can be written. */
  problems: Problem<Refusal>[]
  /** What is accepted but may be a slip. */
  warnings: Warning<Caution>[]
  /** Writes it, in the transaction of the scope. Only when there are no problems. Answers what happened, for `ctx.record`. */
  apply: () => Promise<Happening<Type>[]>
}
