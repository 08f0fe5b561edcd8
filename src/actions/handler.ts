import type { Problem } from '../errors.ts'
import type { ActionId } from '../generated/actions.ts'
import type { Mistaken } from '../validation/validate.ts'
import type { Before } from './before.ts'
import type { AfterCommit, Context, Tool } from './context.ts'

/** An action as the pipeline sees it: without the types of the values that one phase gives to the next. */
export interface Handler<K extends ActionId> {
  id: K
  needs: readonly Tool[]
  keepsBooks?: boolean
  prepare?: (before: Before, input: unknown) => Promise<unknown>
  subject?: (ctx: Context, input: unknown) => Promise<unknown>
  authorize?: (ctx: Context, subject: unknown, input: unknown) => unknown
  mustWait?: (ctx: Context, granted: unknown, input: unknown) => Promise<boolean>
  run: (ctx: Context, input: unknown, granted: unknown, prepared: unknown) => Promise<unknown>
  judge?: (ctx: Context, mistaken: Mistaken) => Promise<readonly Problem[]>
  present: (done: unknown, ctx: Context) => unknown
  complete?: (answer: unknown, done: unknown, after: AfterCommit) => Promise<unknown>
  stored?: {
    keep: (answer: unknown) => unknown
    recall: (ctx: Context, kept: unknown) => Promise<unknown>
  }
}

export type Handlers = { [K in ActionId]: Handler<K> }
