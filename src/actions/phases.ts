import type { ActionId } from '../generated/actions.ts'
import type { Problem } from '../errors.ts'
import type { Mistaken } from '../validation/validate.ts'
import type { Before } from './before.ts'
import type { AfterCommit, Context, Tool } from './context.ts'
import type { Stored } from './stored.ts'
import type { Answer, Input, Result } from './values.ts'

/**
 * The phases of an action, in the order in which the pipeline runs them. Only `run` is required.
 *
 * `Subject`, `Granted`, `Done` and `Prepared` are what `subject`, `authorize`, `run` and `prepare` return, `Kept` what is
 * stored of the answer.
 */
export interface Phases<K extends ActionId, Subject, Granted, Done, Kept, Needed extends Tool, Prepared> {
  /** Tools that the phases take from their context. No other ones are there. */
  needs?: readonly Needed[]
  /**
   * Tells that a read writes what no caller sees, such as the positions of events: its transaction is that of a write, which
   * is not recorded.
   */
  keepsBooks?: boolean
  /**
   * Does what takes a core or must wait, before the transaction, so that no connection is held meanwhile. A repeat of a call
   * that was made with the same Idempotency-Key leaves it out. What it has read may have changed when `run` gets what it
   * returns: `run` compares it again.
   */
  prepare?: (before: Before<K>, input: Input<K>) => Promise<Prepared>
  /**
   * Loads the record that the input is about (its first required property with `x-id`), and locks it for a write.
   * When it returns undefined, the pipeline answers `not_found`, or the stored answer of a call that has deleted the
   * record. So it must not depend on the caller: a record that is hidden from the caller is refused in `authorize`,
   * with `notFound`.
   */
  subject?: (ctx: Context<K, NoInfer<Needed>>, input: Input<K>) => Promise<Subject | undefined>
  /**
   * Refuses what `x-access` cannot express. It also runs before a stored answer is repeated. `run` gets what it
   * returns, or the subject if it returns nothing.
   *
   * @throws ApiError forbidden
   */
  authorize?: (
    ctx: Context<K, NoInfer<Needed>>,
    subject: Subject,
    input: Input<K>,
  ) => Granted | Promise<Granted>
  /**
   * Tells whether the change would wait until somebody else approves it: of each action that may store a request for
   * it. It is asked in place of `run`, and writes nothing.
   */
  mustWait?: (
    ctx: Context<K, NoInfer<Needed>>,
    granted: Handed<Subject, Granted>,
    input: Input<K>,
  ) => Promise<boolean>
  /** Decides with functions of the domain, writes with queries, and records what happened. */
  run: (
    ctx: Context<K, NoInfer<Needed>>,
    input: Input<K>,
    granted: Handed<Subject, Granted>,
    prepared: Prepared,
  ) => Promise<Done>
  /** Judges what is left of an input with mistakes. The pipeline refuses the call in any case. Only without a subject. */
  judge?: (ctx: Context<K, NoInfer<Needed>>, mistaken: Mistaken) => Promise<readonly Problem[]>
  /** Makes the answer from what `run` returns. If it is left out, `run` returns the answer. */
  present?: (done: Done, ctx: Context<K, NoInfer<Needed>>) => Answer<K>
  /**
   * Completes the answer after the commit, where the answer tells what cannot be done in a transaction. A dry run does not
   * get here. Only of actions that do not replay, whose answers are not stored. When it fails, the answer stays as it is.
   */
  complete?: (answer: Result<K>, done: Done, after: AfterCommit) => Promise<Result<K>>
  /**
   * The part of the answer that is stored for the Idempotency-Key. If it is left out, all of it is. Only of actions
   * that replay.
   */
  stored?: Stored<K, Kept, NoInfer<Needed>>
}

/** The record that `run` gets: from `authorize`, or the subject if it returns nothing. */
type Handed<Subject, Granted> = [Granted] extends [void] ? Subject : Granted
