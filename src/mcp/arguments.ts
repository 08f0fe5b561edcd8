import { invalid, invalidAll } from '../errors.ts'
import type { Action } from '../generated/actions.ts'
import { readsAreDry } from '../pipeline/dry-run.ts'
import type { Params } from './jsonrpc.ts'
import { readView, type View } from './rows.ts'
import { assistantTexts } from '../texts/assistants.ts'
import { inputTexts, typeTexts } from '../texts/input.ts'

/** Arguments of a tool, split: the input of the action, and what is about the call. */
export interface Arguments {
  input: Params
  dryRun: boolean
  idempotencyKey: string | undefined
  /** The part of the answered list that the call wants to see. */
  view?: View
}

/**
 * Splits what is about the call from the input: `dry_run` and `idempotency_key` of a write, the page and the fields of a
 * list. What tools do not have is refused here, because the schema of the action, which REST shares, knows it; so are the
 * defaults that only tools have filled in here.
 *
 * @throws ApiError validation_failed
 */
export function readArguments(action: Action, args: Params): Arguments {
  const unknown = action.webOnly.filter((name) => Object.hasOwn(args, name))
  if (unknown.length > 0)
    throw invalidAll(
      unknown.map((path) => ({
        path,
        code: 'unknown_property',
        message: assistantTexts.webOnlyProperty(),
      })),
    )
  if (action.effect === 'read') {
    if ('dry_run' in args && !('dry_run' in action.query)) throw readsAreDry()
    const read = { dryRun: false, idempotencyKey: undefined }
    const given = { ...action.toolDefaults, ...args }
    return action.rows ? { ...read, ...readView(action.rows, given) } : { ...read, input: given }
  }
  const { dry_run: dryRun = false, idempotency_key: key, ...input } = args
  if (typeof dryRun !== 'boolean')
    throw invalid('dry_run', 'wrong_type', inputTexts.mustBe({ what: typeTexts.boolean() }))
  const idempotencyKey = dryRun ? undefined : key
  if (idempotencyKey !== undefined && typeof idempotencyKey !== 'string')
    throw invalid('idempotency_key', 'wrong_type', inputTexts.mustBe({ what: typeTexts.string() }))
  return { input, dryRun, idempotencyKey }
}
