import type pg from 'pg'
import type { ActionId, Handlers } from '../actions/action.ts'
import { isRetryable } from '../db/errors.ts'
import type { Turn } from '../db/options.ts'
import { withOrganization } from '../db/transaction.ts'
import type { Audience, Caller } from '../domain/caller.ts'
import { today } from '../domain/day.ts'
import { knownIds } from '../domain/ids.ts'
import type { SignInMethod } from '../domain/sign-in.ts'
import { unavailable } from '../errors.ts'
import type { Action } from '../generated/actions.ts'
import type { Postbox } from '../mail/postbox.ts'
import type { Vault } from '../secrets/personal.ts'
import type { Digests } from '../secrets/secret-key.ts'
import type { Language } from '../texts/language.ts'
import { reading, validating, type Mistaken } from '../validation/validate.ts'
import { finish, type Json } from '../slices.ts'
import { Attempt } from './attempt.ts'
import { nameOfKey, parseIdempotencyKey } from './idempotency.ts'
import { withLogNames } from './action-names.ts'
import { permit } from './permit.ts'
import { CallerChanged, isStale, requireStanding } from './standing.ts'
import type { Turns } from './turns.ts'
import { turnsOf } from './urgent.ts'
import { serviceTexts } from '../texts/requests.ts'

/** What the pipeline needs from the process. */
export interface Runtime {
  /** The handlers of all actions. They are passed in, because the pipeline may not import actions. */
  handlers: Handlers
  pool: pg.Pool
  /** Separate connections, for what must work when the pool is full: to cancel a query. */
  control: pg.Pool
  /** Whose turn it is to use the pool. */
  turns: Turns
  /** The ways to sign in that this service offers. */
  offered: ReadonlySet<SignInMethod>
  vault: Vault
  digests: Digests
  postbox: Postbox
  clock: () => Date
  /** The public address of the service, without a trailing slash. */
  baseUrl: string
  /** Check every answer and event against the contract: always in tests and development. */
  checkResults: boolean
}

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
  /** The language of the sentences in the answer; left out: it has none, or repeats those of the first call. */
  language?: Language
}

/** What an attempt answers, and what completes it after the commit. */
export interface Tried extends Outcome {
  complete?: (() => Promise<Json>) | undefined
}

const attempts = 3

/**
 * Runs an action, for HTTP and MCP alike, in this order: access → validation → turn at the database → transaction →
 * idempotency key → subject → authorize → the answer of an earlier call, if the key has one → run → present → result
 * check → activity, events, jobs, and whether the caller may still act → commit → complete. (Credential and rate limit are
 * checked before.)
 *
 * @throws ApiError for whatever goes wrong; nothing of the call is kept then
 */
export async function execute(runtime: Runtime, given: Call): Promise<Outcome> {
  let call = { lookedUpAt: performance.now(), ...given }
  let prepared: Prepared | undefined
  for (let attempt = 1; ; attempt++)
    try {
      const audience = permit(call.action, call.caller)
      prepared ??= await prepare(runtime, call)
      return await completed(await attemptCall(runtime, { ...call, ...prepared, audience }))
    } catch (error) {
      if (attempt === attempts) throw error instanceof CallerChanged ? accessChanges(error) : error
      if (error instanceof CallerChanged)
        call = { ...call, caller: error.caller, lookedUpAt: performance.now() }
      else if (!isRetryable(error)) throw error
    }
}

const accessChanges = (cause: Error) => unavailable(serviceTexts.accessChanges(), cause)

/** What all attempts at a call have in common. */
interface Prepared {
  input: unknown
  /** Why the call is refused; `judge` of the action may find more. */
  mistaken?: Mistaken | undefined
  key: string | undefined
  now: Date
}

/** A call whose caller may make it. */
export interface Permitted extends Call, Prepared {
  lookedUpAt: number
  audience: Audience
}

async function prepare({ clock, handlers }: Runtime, call: Call): Promise<Prepared> {
  const { action } = call
  const known = withLogNames(action.actionNames, knownIds(action.ids, call.input))
  const read = handlers[action.id as ActionId].judge
    ? await finish(reading(action.id, known))
    : { input: await finish(validating(action.id, known)) }
  return { ...read, key: readKey(call), now: clock() }
}

/** Whether only the transaction of a write will do. */
const writes = ({ effect, recorded }: Action) => effect !== 'read' || recorded

function attemptCall(runtime: Runtime, call: Permitted): Promise<Tried> {
  const { action, caller, now } = call
  const options = {
    mode: writes(action) ? ('write' as const) : ('read' as const),
    dryRun: call.dryRun,
    turn: (signal?: AbortSignal) => takeTurn(runtime, call, signal),
    ...(call.gone && { gone: { signal: call.gone, control: runtime.control } }),
  }
  return withOrganization(runtime.pool, caller.organization.id, options, (db) =>
    new Attempt(runtime, call, {
      action,
      caller,
      audience: call.audience,
      db,
      offered: runtime.offered,
      vault: runtime.vault,
      postbox: runtime.postbox,
      now,
      today: today(now, caller.organization.timeZone),
      baseUrl: runtime.baseUrl,
      language: call.language,
      requestId: call.requestId,
    }).run(),
  )
}

/** The change is kept, so nothing that fails now may say otherwise. */
async function completed({ complete, ...outcome }: Tried): Promise<Outcome> {
  return complete ? { ...outcome, json: await complete().catch(() => outcome.json) } : outcome
}

/** A dry run keeps nothing, so it does not use up its key. It only says whether that is malformed. */
function readKey({ action, caller, idempotencyKey, dryRun }: Call): string | undefined {
  if (action.effect === 'read') return undefined
  const key = parseIdempotencyKey(idempotencyKey, nameOfKey(caller))
  return dryRun ? undefined : key
}

/** A read that had to wait asks again who calls. A write asks when it has done all else. */
async function takeTurn(
  { turns }: Runtime,
  { action, caller, dryRun, lookedUpAt, whenItsTurn }: Permitted,
  signal: AbortSignal | undefined,
): Promise<Turn> {
  const its = turnsOf(turns, action.id, dryRun)
  const end = await its.take(caller.organization.id, caller.membershipId, signal)
  try {
    whenItsTurn?.()
    if (writes(action) || !isStale(lookedUpAt)) return { end }
    return { end, first: (db) => requireStanding(db, caller) }
  } catch (error) {
    end()
    throw error
  }
}
