import {
  hrTurnOf,
  mayStillPropose,
  turnOf,
  type About,
  type ApproverPool,
  type Request,
  type Turn,
} from '../../access/approvals.ts'
import { hrRoles, isHr } from '../../access/roles.ts'
import { asksManager, noJudge, planOf, type Judge, type Mode, type Plan } from '../../domain/approvals.ts'
import type { Proposing } from '../change-context.ts'
import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { holdProposer, loadHr, loadLines } from '../../queries/org/approvers.ts'
import type { RequestRow, TerminationShown } from '../../queries/org/approvals.ts'
import { openRequest } from '../../queries/org/request-content.ts'

/**
 * Loads the possible deciders about these people today. `manager` false: no step for a manager is open, so nobody above
 * is looked up.
 */
export async function loadApproverPool(
  db: Db,
  about: readonly { personId: string; manager: boolean }[],
  today: Day,
): Promise<ApproverPool> {
  const people = about.filter(({ manager }) => manager).map(({ personId }) => personId)
  const [lines, hr] = await Promise.all([loadLines(db, people, today), loadHr(db, hrRoles, today)])
  return { lines, hr }
}

/** Loads the possible deciders today of these requests. */
export async function loadApproverPoolOf(
  db: Db,
  requests: readonly Pick<Request, 'person_id' | 'steps'>[],
  today: Day,
): Promise<ApproverPool> {
  if (requests.length === 0) return { lines: new Map(), hr: [] }
  return loadApproverPool(
    db,
    requests.map(({ person_id: personId, steps }) => ({
      personId,
      manager: steps.some(
        ({ approver, status }) => approver === 'manager' && (status === 'pending' || status === 'waiting'),
      ),
    })),
    today,
  )
}

/** Tells whether who proposed a request could propose it today, too. Nobody takes that right from them until the transaction ends. */
export async function isProposerEntitled(db: Db, request: RequestRow, today: Day): Promise<boolean> {
  const proposer = await holdProposer(db, request.proposed_by, request.person_id, today)
  return mayStillPropose(proposer, { ...request, ends: endsEmployment(db, request) }, proposer.of_role)
}

/** Tells whether a request sets or moves the end of an employment; taking it back closes no login. */
const endsEmployment = (db: Db, request: RequestRow): boolean =>
  request.change === 'terminate' && (openRequest(db, request).shown as TerminationShown).change !== 'cancel'

/** A request as rules about access need it. */
export const toRequest = (row: Omit<Request, 'proposed_at'> & { proposed_at: string }): Request => ({
  ...row,
  proposed_at: new Date(row.proposed_at),
})

/** Counts the members who can decide for HR. */
export async function countHrApprovers(db: Db, today: Day): Promise<number> {
  const hr = await loadHr(db, hrRoles, today)
  return hr.filter(({ disabled, canSignIn }) => !disabled && canSignIn).length
}

/** The steps of a proposal, and who decides them. */
export interface PlannedProposal {
  plan: Plan
  /** The decider in the place of the manager. */
  judge: Judge
  /** The turn of the deciders for HR. */
  hr: Turn
}

/** Plans the steps of what a caller proposes about a person, by the facts of today. */
export function planProposal(
  { caller, audience }: Pick<Proposing, 'caller' | 'audience'>,
  mode: Exclude<Mode, 'off'>,
  about: About,
  asked: ApproverPool,
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
