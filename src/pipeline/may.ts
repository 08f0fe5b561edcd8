import { randomUUIDv7 } from 'node:crypto'
import type { AskedCall, Permission } from '../actions/context.ts'
import type { Handler, Handlers } from '../actions/handler.ts'
import { withoutLocks } from '../db/lock-free.ts'
import { ApiError } from '../errors.ts'
import type { ActionId } from '../generated/actions.ts'
import { actionNamed } from './action-names.ts'
import { contextOf, subjectMissing, type Given } from './context.ts'
import { permit } from './permit.ts'
import { readInput } from './read-input.ts'

/**
 * Answers whether the caller may make these calls, by the phases of the pipeline that come before `run`: access, validation,
 * subject and authorize. There is no other list of rights. It is asked in a read-only transaction, and locks nothing.
 *
 * @param asked at most 50, as the contract says
 * @throws whatever is no refusal, such as a failure of the database
 */
export function mayMake(
  handlers: Handlers,
  given: Given,
  asked: readonly AskedCall[],
): Promise<Permission[]> {
  const db = withoutLocks(given.db)
  // All at once: their queries share the round trips of one connection.
  return Promise.all(asked.map((one) => mayMakeOne(handlers, { ...given, db }, one).catch(refused)))
}

async function mayMakeOne(
  handlers: Handlers,
  given: Given,
  { action: name, input: sent }: AskedCall,
): Promise<Permission> {
  const action = actionNamed(name)
  if (!action) return { allowed: false, code: 'not_found', mustWait: false }
  const audience = permit(action, given.caller)
  const handler = handlers[action.id as ActionId] as Handler<ActionId>
  const { input, mistaken } = await readInput(handler, action, sent)
  if (mistaken) return { allowed: false, code: 'validation_failed', mustWait: false }
  const ctx = contextOf({ ...given, action, audience }, noEffects, handler.needs)
  const subject = await handler.subject?.(ctx, input)
  if (handler.subject && subject === undefined) throw subjectMissing(action)
  const granted = (await handler.authorize?.(ctx, subject, input)) ?? subject
  const mustWait = (await handler.mustWait?.(ctx, granted, input)) ?? false
  return { allowed: true, code: null, mustWait }
}

function refused(error: unknown): Permission {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
  return { allowed: false, code: error.code, mustWait: false }
}

const belongsToRun = (): never => {
  throw new Error('subject and authorize have no effects: this belongs into run')
}

/** Effects of a call that is only asked about: none, and it is asked for nobody else. */
const noEffects = {
  newId: () => randomUUIDv7(),
  record: belongsToRun,
  may: belongsToRun,
  holdAccess: belongsToRun,
}
