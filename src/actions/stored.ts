import type { ActionId } from '../generated/actions.ts'
import type { Context, Tool } from './context.ts'
import type { Result } from './values.ts'

/** For answers with values that must not lie in a second place, such as pay. */
export interface Stored<K extends ActionId, Kept, Needed extends Tool> {
  /** Picks the part of the answer that may be stored. */
  keep: (answer: Result<K>) => Kept
  /**
   * The answer from what was kept of it, byte for byte the same. It runs after `authorize`.
   *
   * @throws ApiError not_found when a person was erased, and their part of the answer with them
   */
  recall: (ctx: Context<K, Needed>, kept: Kept) => Promise<Result<K>>
}
