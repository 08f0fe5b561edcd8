import type { Audience, Caller } from '../domain/caller.ts'
import { problem, type Problem } from '../errors.ts'
import { isHr } from './roles.ts'

/** Who decides about a kind of change before it is made; `off`: nobody, it is made at once. */
export type ApprovalMode = 'off' | 'hr' | 'manager' | 'manager_then_hr'

/**
 * Who may propose a change of somebody's job, or the end of it: owners, admins and HR; with a rule that lets somebody
 * decide about it, also the managers above the person. Empty for who may.
 *
 * @param above whether the caller is above the person on the reporting line today
 */
export function mayPropose(
  caller: Caller,
  audience: Audience,
  above: boolean,
  mode: ApprovalMode,
): Problem<'not_their_manager' | 'proposals_are_off'>[] {
  if (isHr(caller, audience)) return []
  if (!above) return [problem('not_their_manager', {})]
  return mode === 'off' ? [problem('proposals_are_off', {})] : []
}
