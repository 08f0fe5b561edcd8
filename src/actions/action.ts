import type { ActionId } from '../generated/actions.ts'
import type { Tool } from './context.ts'
import type { Handler } from './handler.ts'
import type { Answer, Phases, Result } from './phases.ts'

export type { Answer, Input, Result } from './phases.ts'

/**
 * Puts the phases of an action together.
 *
 * @param id the action's operation id
 */
export function action<
  K extends ActionId,
  Subject = undefined,
  Granted = void,
  Done = Answer<K>,
  Kept = Result<K>,
  Needed extends Tool = never,
  Prepared = undefined,
>(id: K, phases: Phases<K, Subject, Granted, Done, Kept, Needed, Prepared>): Handler<K> {
  return { needs: [], present: (done: unknown) => done, ...phases, id } as unknown as Handler<K>
}
