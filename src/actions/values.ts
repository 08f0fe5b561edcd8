import type { ActionId } from '../generated/actions.ts'
import type { operations } from '../generated/contract.ts'
import type { Streamable } from '../streaming/stream.ts'

/** The input of an action: validated, normalized, with defaults filled in. */
export type Input<K extends ActionId> = operations[K] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** The value of an answer under `data`. */
export type Result<K extends ActionId> =
  operations[K]['responses'][200]['content']['application/json']['data']

/** The answer of an action: its result, in which a read may stream long values. Answers of writes are also stored. */
export type Answer<K extends ActionId> = `get_${K}` extends keyof operations
  ? Streamable<Result<K>>
  : Result<K>
