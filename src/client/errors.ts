import type { ActionName, ErrorBody, ErrorCode } from '../generated/client-schemas.ts'
import type { GeneralCodes, Refusals } from '../generated/client-errors.ts'

/** The codes of the service's problems with a call: general ones, and those that an action's own rules give. */
export type ProblemCode = keyof GeneralCodes | keyof Refusals

/** The codes that a `conflict` may name. */
export type ConflictCode =
  | Extract<keyof GeneralCodes, `idempotency_key_${string}`>
  | { [Code in keyof Refusals]: Refusals[Code]['error'] extends 'conflict' ? Code : never }[keyof Refusals]

interface ProblemOf<Code extends string> {
  /** Where, in terms of the input: `people[3].manager_email`. Empty for the input itself. */
  path: string
  /** The problem, for programs. */
  code: Code
  /** Advice on what to do about it, for people. */
  message: string
  /** The values that the message names, for sentences of your own: `{ max: 100 }`. */
  params: Readonly<Record<string, string | number>>
  /** The id of the record that is in the way. */
  record_id?: string
  /** The kind of that record, where the code does not tell it. */
  record_type?: string
}

/**
 * One problem with a call. Told apart by `code`, whose list may grow: keep a branch for codes that you do not know.
 */
export type Problem<Code extends ProblemCode = ProblemCode> = Code extends keyof Refusals
  ? Refusals[Code]['record'] extends string
    ? ProblemOf<Code> & { record_id: string }
    : ProblemOf<Code>
  : ProblemOf<Code>

/** Facts that all refusals of the service have. */
export interface RefusedCall extends Error {
  readonly name: 'RollcallError'
  /** The action that was called, such as `org.units.create`. */
  readonly action: ActionName
  /** The HTTP status. */
  readonly status: number
  /** Quote it when you ask for help: the service's log has it, too. */
  readonly request_id: string
  /** The number of times that the call was tried. */
  readonly attempts: number
  /** The problem with this code, if the service names it. */
  problem<Code extends ProblemCode>(code: Code): Problem<Code> | undefined
}

/** The input is wrong, or the request cannot be read. */
export interface ValidationFailed extends RefusedCall {
  readonly code: 'validation_failed'
  readonly details: readonly Problem[]
}
/** The key is missing, unknown or revoked. */
export interface Unauthenticated extends RefusedCall {
  readonly code: 'unauthenticated'
  readonly details: readonly Problem[]
}
/** This role, audience or kind of credential may not do this. */
export interface Forbidden extends RefusedCall {
  readonly code: 'forbidden'
  readonly details: readonly Problem[]
}
/** There is no such record, or none that the caller may see. */
export interface NotFound extends RefusedCall {
  readonly code: 'not_found'
  readonly details: readonly Problem[]
}
/** The call does not fit how things are, or its idempotency key was used before. */
export interface Conflict extends RefusedCall {
  readonly code: 'conflict'
  readonly details: readonly Problem<ConflictCode>[]
  /** Of a key that was used before: the activity entry of that call, null when it changed nothing. */
  readonly activity_id: string | null | undefined
}
/** The input is too large. */
export interface PayloadTooLarge extends RefusedCall {
  readonly code: 'payload_too_large'
  readonly details: readonly Problem[]
}
/** There were too many calls. */
export interface RateLimited extends RefusedCall {
  readonly code: 'rate_limited'
  readonly details: readonly Problem[]
  /** Seconds to wait before the next call. */
  readonly retry_after: number | undefined
}
/** A fault of the service (500), or it cannot answer just now (503). */
export interface Internal extends RefusedCall {
  readonly code: 'internal'
  readonly details: readonly Problem[]
  /** Of a 503: seconds to wait before the next call. */
  readonly retry_after: number | undefined
}

/** The service refused a call. Told apart by `code`, whose list may grow. */
export type RollcallError =
  | ValidationFailed
  | Unauthenticated
  | Forbidden
  | NotFound
  | Conflict
  | PayloadTooLarge
  | RateLimited
  | Internal

/** The facts of a refusal that its body does not tell. */
export interface RefusalFacts {
  action: ActionName
  status: number
  attempts: number
  retry_after: number | undefined
}

/** The class of refusals. After `error instanceof RollcallError`, `error.code` tells them apart. */
export interface RollcallErrorClass {
  new (body: ErrorBody, facts: RefusalFacts): RollcallError
  readonly prototype: RollcallError
}

/** The error that a refused call throws. */
export const RollcallError: RollcallErrorClass = class RollcallError extends Error {
  override readonly name = 'RollcallError'
  readonly action: ActionName
  readonly status: number
  readonly code: ErrorCode
  readonly details: readonly Problem[]
  readonly request_id: string
  readonly attempts: number
  readonly activity_id: string | null | undefined
  readonly retry_after: number | undefined

  constructor(body: ErrorBody, facts: RefusalFacts) {
    super(body.message)
    this.action = facts.action
    this.status = facts.status
    this.code = body.code
    this.details = (body.details ?? []) as Problem[]
    this.request_id = body.request_id
    this.attempts = facts.attempts
    this.activity_id = body.activity_id
    this.retry_after = facts.retry_after
  }

  problem(code: ProblemCode): Problem | undefined {
    return this.details.find((one) => one.code === code)
  }
} as unknown as RollcallErrorClass

/**
 * There is no answer of the service: the connection broke, the time was over, or something in between answered. A write
 * may have been made or not; with an idempotency key, repeat it with the same key.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** The action that was called, such as `org.units.create`. */
  readonly action: ActionName
  /** The HTTP status, if something in between answered, such as a proxy. */
  readonly status: number | undefined
  /** The number of times that the call was tried. */
  readonly attempts: number

  constructor(
    message: string,
    facts: { action: ActionName; attempts: number; status?: number; cause?: unknown },
  ) {
    super(message, { cause: facts.cause })
    this.action = facts.action
    this.status = facts.status
    this.attempts = facts.attempts
  }
}
