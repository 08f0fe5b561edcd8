import type { operations } from '../generated/contract.ts'
import type { Context } from './context.ts'

/** Operation ids of actions: every operation of the document but the GET twins and the browser's endpoints. */
export type ActionId = Exclude<keyof operations, `get_${string}` | `auth_${string}`>

/** What the handler is given: validated, normalised, defaults filled in. */
export type Input<K extends ActionId> = operations[K] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** What stands under `data` in the answer. */
export type Result<K extends ActionId> =
  operations[K]['responses'][200]['content']['application/json']['data']

export interface Handler<K extends ActionId> {
  (ctx: Context, input: Input<K>): Promise<Result<K>>
  /**
   * Refuses what `x-access` cannot say, such as a rule about one property. It stands apart because an answer that was
   * stored is authorised afresh before it is given again.
   *
   * @throws ApiError forbidden or not_found
   */
  authorize?: (ctx: Context, input: Input<K>) => void | Promise<void>
}
export type Handlers = { [K in ActionId]: Handler<K> }
