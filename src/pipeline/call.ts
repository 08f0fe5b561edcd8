import type { Audience, Caller } from '../domain/caller.ts'
import type { Action } from '../generated/actions.ts'
import type { Json } from '../streaming/json-writer.ts'

/** One call of an action, by HTTP or MCP. */
export interface Call {
  action: Action
  caller: Caller
  /** When the caller was looked up, by `performance.now()`; left out: just now. */
  lookedUpAt?: number
  input: unknown
  dryRun: boolean
  idempotencyKey: string | undefined
  requestId: string
  /** How the result of a read is written; left out: as `writeAnswer` does. */
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
}

/** What an attempt answers, and what completes it after the commit. */
export interface Tried extends Outcome {
  complete?: (() => Promise<Json>) | undefined
}

/** What all attempts at a call have in common. */
export interface Prepared {
  input: unknown
  key: string | undefined
  now: Date
}

/** A call whose caller may make it. */
export interface Permitted extends Call, Prepared {
  lookedUpAt: number
  audience: Audience
}
