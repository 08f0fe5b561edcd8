import type { Handler } from '../actions/handler.ts'
import type { TransactionMode } from '../db/begin.ts'
import { isRetryable } from '../db/errors.ts'
import type { Turn } from '../db/options.ts'
import { withOrganization } from '../db/transaction.ts'
import { today } from '../domain/day.ts'
import { unavailable } from '../errors.ts'
import type { Action, ActionId } from '../generated/actions.ts'
import { Attempt } from './attempt.ts'
import { nameOfKey, parseIdempotencyKey } from './idempotency.ts'
import type { Call, Outcome, Permitted, Prepared, Timed, Tried } from './call.ts'
import { permit } from './permit.ts'
import { prepareAhead } from './prepare.ts'
import { readInput } from './read-input.ts'
import type { Runtime } from './runtime.ts'
import { CallerChanged, isStale, requireStanding } from './standing.ts'
import { turnsOf } from './urgent.ts'
import { serviceTexts } from '../texts/requests.ts'

const attempts = 3

/**
 * Runs an action, for HTTP and MCP alike, in this order: access → validation → prepare → turn at the database → transaction →
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

async function prepare(runtime: Runtime, call: Timed): Promise<Prepared> {
  const { action } = call
  const handler = runtime.handlers[action.id as ActionId] as Handler<ActionId>
  const read = await readInput(handler, action, call.input)
  const prepared = { ...read, key: readKey(call), now: runtime.clock() }
  if (!handler.prepare) return prepared
  return {
    ...prepared,
    ahead: await prepareAhead(runtime, handler, call, prepared, transactionOf(runtime, call)),
  }
}

/** Tells whether only the transaction of a write will do. */
const writes = ({ effect, recorded }: Action) => effect !== 'read' || recorded

/** The mode of a call's transaction: it reads, reads and leaves a line in the log, or writes. */
function modeOf(runtime: Runtime, { id, effect, recorded }: Action): TransactionMode {
  if (effect !== 'read') return 'write'
  if (recorded) return 'recorded'
  return runtime.handlers[id as ActionId].keepsBooks ? 'write' : 'read'
}

function attemptCall(runtime: Runtime, call: Permitted): Promise<Tried> {
  const { action, caller, now } = call
  const options = { ...transactionOf(runtime, call), mode: modeOf(runtime, action), dryRun: call.dryRun }
  return withOrganization(runtime.pool, caller.organization.id, options, (db) =>
    new Attempt(runtime, call, {
      action,
      caller,
      audience: call.audience,
      db,
      tools: runtime,
      now,
      today: today(now, caller.organization.timeZone),
      language: call.language,
      requestId: call.requestId,
    }).run(),
  )
}

/** A transaction of a call: its turn, and the end of it when the client has gone. */
const transactionOf = (runtime: Runtime, call: Timed) => ({
  vault: runtime.vault,
  turn: (signal?: AbortSignal) => takeTurn(runtime, call, signal),
  ...(call.gone && { gone: { signal: call.gone, control: runtime.control } }),
})

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
  { action, caller, dryRun, lookedUpAt, whenItsTurn }: Timed,
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
