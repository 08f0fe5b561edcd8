import type { Audience, Caller } from '../domain/caller.ts'
import type { Action } from '../generated/actions.ts'
import type { Json } from '../streaming/json-writer.ts'
import type { Language } from '../texts/language.ts'
import type { Mistaken } from '../validation/validate.ts'

/** One call of an action, by HTTP or MCP. */
export interface Call {
  action: Action
  caller: Caller
  /** When the caller was looked up, by `performance.now()`; left out: just now. */
  lookedUpAt?: number
  input: unknown
  dryRun: boolean
  idempotencyKey: string | undefined
  /** The language of the answer. */
  language: Language
  requestId: string
  /** Writes the result of a read; left out: as `writeAnswer` does. */
  write?: (result: unknown) => Promise<Json>
  /** Called when it is the turn of the call, to refuse it after all. */
  whenItsTurn?: () => void
  /** Aborts when the client has gone. Called only when there is a query to cancel. */
  gone?: () => AbortSignal
}

export interface Outcome {
  /** The answer, `{"data": …}`. */
  json: Json
  dryRun: boolean
  replayed: boolean
  /** The language of the sentences in the answer; left out: it has none, or repeats those of the first call. */
  language?: Language
  /** The first line that a write left in the activity log; null: it left none. */
  activityId?: string | null
}

/** The answer of an attempt, and the work that completes it after the commit. */
export interface Tried extends Outcome {
  complete?: (() => Promise<Json>) | undefined
}

/** The part of a call that all attempts at it have in common. */
export interface Prepared {
  input: unknown
  /** Why the call is refused; `judge` of the action may find more. */
  mistaken?: Mistaken | undefined
  key: string | undefined
  now: Date
  /** The result of the phase `prepare`, if the action has it; undefined, too, when the key was used by an earlier call. */
  ahead?: { result: unknown } | undefined
}

/** A call of a caller who was looked up at a known moment. */
export type Timed = Call & { lookedUpAt: number }

/** A call whose caller may make it. */
export interface Permitted extends Timed, Prepared {
  audience: Audience
}
