import { hrTurnOf, turnOf, type Asked, type Request, type Turn } from '../../access/approvals.ts'
import { isHr } from '../../access/roles.ts'
import { asksManager, noJudge, planOf, type Judge, type Mode, type Plan } from '../../domain/approvals.ts'
import type { Proposing } from '../scope.ts'

/** The steps of a proposal, and who decides them. */
export interface PlannedProposal {
  plan: Plan
  /** Who decides as the manager. */
  judge: Judge
  /** Who decides for HR. */
  hr: Turn
}

/** Plans the steps of what a caller proposes about a person, by the facts of today. */
export function planProposal(
  { caller, audience }: Pick<Proposing, 'caller' | 'audience'>,
  mode: Exclude<Mode, 'off'>,
  about: Omit<Request, 'steps' | 'status'>,
  asked: Asked,
): PlannedProposal {
  const hr = hrTurnOf(about, asked)
  const judge = asksManager(mode) ? turnOf(about, 'manager', asked).judge : noJudge
  const plan = planOf(about.kind, mode, {
    proposerIsHr: isHr(caller, audience),
    aboutProposer: caller.personId === about.person_id,
    judge,
    otherHr: hr.deciders.length > 0,
  })
  return { plan, judge, hr }
}
