import type { Handler } from '../actions/handler.ts'
import { knownIds } from '../domain/ids.ts'
import type { Action, ActionId } from '../generated/actions.ts'
import { runCooperatively } from '../streaming/yield.ts'
import { reading, validating, type Mistaken } from '../validation/validate.ts'
import { withLogNames } from './action-names.ts'

/**
 * Reads the input of a call: brings it to its normal form, and holds it to the contract.
 *
 * @returns `mistaken`: why the call is refused, of an action that judges what is left of an input with mistakes
 * @throws ApiError validation_failed
 */
export async function readInput(
  { judge }: Handler<ActionId>,
  action: Action,
  sent: unknown,
): Promise<{ input: unknown; mistaken?: Mistaken }> {
  const known = withLogNames(action.actionNames, knownIds(action.ids, sent))
  return judge
    ? await runCooperatively(reading(action.id, known))
    : { input: await runCooperatively(validating(action.id, known)) }
}
