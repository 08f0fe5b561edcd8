import type { operations } from '../generated/contract.ts'
import type { Context } from './context.ts'

/** Operation ids of actions: every operation of the document but the GET twins and the browser's endpoints. */
export type ActionId = Exclude<keyof operations, `get_${string}` | `auth_${string}`>

/** What an action is given: validated, normalised, defaults filled in. */
export type Input<K extends ActionId> = operations[K] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** What the answer holds under `data`. */
export type Result<K extends ActionId> =
  operations[K]['responses'][200]['content']['application/json']['data']

/**
 * An action, in the order in which the pipeline runs it. Only `run` is needed.
 *
 * `Subject` is what `subject` loads, `Granted` what `authorize` makes of it, `Done` what `run` leaves to present.
 */
export interface Phases<K extends ActionId, Subject, Granted, Done> {
  /**
   * Loads the record that the input is about (the first required `x-id` of the contract), and for a write locks it.
   * Nothing found is `not_found`, which the pipeline says: hidden and missing look the same.
   */
  subject?: (ctx: Context<K>, input: Input<K>) => Promise<Subject | undefined>
  /**
   * Refuses what `x-access` cannot say. It runs before a stored answer is given again, too. What it returns is handed
   * to `run`; without a return value that is the subject.
   *
   * @throws ApiError forbidden
   */
  authorize?: (ctx: Context<K>, subject: Subject, input: Input<K>) => Granted | Promise<Granted>
  /** Decides by the domain, writes by queries, and records what happened. */
  run: (ctx: Context<K>, input: Input<K>, granted: Handed<Subject, Granted>) => Promise<Done>
  /** Shapes the answer. Left out, `run` returns it. */
  present?: (done: Done, ctx: Context<K>) => Result<K>
}

type Handed<Subject, Granted> = [Granted] extends [void] ? Subject : Granted

/** An action as the pipeline sees it: what one phase hands to the next is between the phases. */
export interface Handler<K extends ActionId> {
  id: K
  subject?: (ctx: Context, input: unknown) => Promise<unknown>
  authorize?: (ctx: Context, subject: unknown, input: unknown) => unknown
  run: (ctx: Context, input: unknown, granted: unknown) => Promise<unknown>
  present: (done: unknown, ctx: Context) => unknown
}

export type Handlers = { [K in ActionId]: Handler<K> }

/**
 * Puts the phases of an action together.
 *
 * @param id the action's operation id
 */
export function action<K extends ActionId, Subject = undefined, Granted = void, Done = Result<K>>(
  id: K,
  phases: Phases<K, Subject, Granted, Done>,
): Handler<K> {
  return { present: (done: unknown) => done, ...phases, id } as unknown as Handler<K>
}
