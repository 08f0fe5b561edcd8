import type { Turn } from '../access/approvals.ts'
import { approveStep, closeSteps, pendingStep } from '../domain/approvals.ts'
import { ApiError, refusal } from '../errors.ts'
import { approvalApproved, approvalRejected, stepApproved } from '../events/approvals.ts'
import type { Happening } from '../events/happening.ts'
import type { ActionEvents } from '../generated/events.ts'
import { finishRequest, getRowFrom, storeDecision, type Decision } from '../queries/org/approval-writes.ts'
import {
  getKept,
  getRequest,
  lockRequest,
  type JobShown,
  type Kept,
  type RequestRow,
  type Shown,
} from '../queries/org/approvals.ts'
import { changedReason, closeAll, isOutdated, loadHistory } from './outdated.ts'
import { decideAgain } from './perform.ts'
import type { Decided } from './scope.ts'
import { applyChange, type Proposing } from './submit.ts'

type Approving = ActionEvents['org_approvals_approve']
type Again = { problem: string } | { decided: Pick<Decided<never, Approving>, 'apply'> }

/**
 * Approves the step whose turn it is; with the last one the change is made. The change is decided again first. If it is
 * refused today, or what it would change has changed, the request is closed as outdated.
 *
 * The request is locked after everything that the change locks: a change locks first the person and then the requests
 * that it outdates.
 *
 * @returns what happened; undefined when the request has been decided or closed meanwhile
 */
export async function approveRequest(
  scope: Proposing,
  request: RequestRow,
  turn: Turn,
  note: string | null,
): Promise<Happening<Approving>[] | undefined> {
  const { db, today } = scope
  const kept = await getKept(db, request.id)
  const again = await tryAgain(scope, request, kept)
  const locked = (await lockRequest(db, request.id, today))!
  const step = pendingStep(locked.steps)
  if (!step || locked.status !== 'pending' || step.position !== pendingStep(request.steps)?.position)
    return undefined

  const reason = 'problem' in again ? again.problem : await changedSince(scope, request, kept)
  if (reason !== null || 'problem' in again)
    return closeAll(scope, [request.id], 'outdated', reason ?? changedReason)

  const steps = approveStep(locked.steps, turn.as)
  const decision = decisionOf(scope, step.position, turn, note)
  await storeDecision(db, request.id, steps, decision)
  if (pendingStep(steps)) return [stepApproved(request)]

  // Finished first, so that the change does not take its own request for an outdated one.
  await finishRequest(db, request.id, 'approved', decision)
  const done = await applyChange(scope, request.person_id, again.decided)
  await finishRequest(db, request.id, 'approved', decision, await shownAfter(scope, request, kept))
  const after = (await getRequest(db, request.id, today))!
  return [approvalApproved(after, deciderOf(after)), ...done]
}

/** Rejects a request, which must be locked. */
export async function rejectRequest(
  scope: Proposing,
  request: RequestRow,
  turn: Turn,
  note: string,
): Promise<Happening<'approval.rejected'>> {
  const step = pendingStep(request.steps)!
  const decision = decisionOf(scope, step.position, turn, note)
  await storeDecision(scope.db, request.id, closeSteps(request.steps, 'rejected'), decision)
  await finishRequest(scope.db, request.id, 'rejected', decision)
  const after = (await getRequest(scope.db, request.id, scope.today))!
  return approvalRejected(after, deciderOf(after))
}

const decisionOf = (
  { caller, now }: Proposing,
  position: number,
  { as }: Turn,
  note: string | null,
): Decision => ({ position, as, by: caller.membershipId, note, at: now })

/** The person who decided last; null when their login belongs to no person. */
function deciderOf({ steps }: RequestRow): { id: string; name: string } | null {
  const step = steps.findLast(({ decided_by: by }) => by !== null)
  return step?.decider_person_id ? { id: step.decider_person_id, name: step.decider_name! } : null
}

const refusals = ['validation_failed', 'not_found', 'forbidden', 'conflict']

/** Decides the change again. Whatever refuses it is why the request is outdated. */
async function tryAgain(scope: Proposing, request: RequestRow, kept: Kept): Promise<Again> {
  try {
    const decided = await decideAgain(scope, request, kept)
    if (decided.problems.length > 0) throw refusal(decided.problems)
    return { decided: decided as Pick<Decided<never, Approving>, 'apply'> }
  } catch (error) {
    if (error instanceof ApiError && refusals.includes(error.code))
      return { problem: error.options.details?.[0]?.message ?? error.message }
    throw error
  }
}

async function changedSince({ db }: Proposing, request: RequestRow, kept: Kept): Promise<string | null> {
  const history = await loadHistory(db, request.person_id, [request])
  const { row_id: rowId } = kept.proposal as { row_id: string | null }
  return isOutdated({ ...request, row_id: rowId, basis: kept.basis }, history) ? changedReason : null
}

/** What readers see of an approved change: the row as it became. */
async function shownAfter({ db }: Proposing, request: RequestRow, kept: Kept): Promise<Shown | undefined> {
  if (request.kind !== 'job_change') return undefined
  const shown = kept.shown as JobShown
  const from = request.change === 'correct_job' ? shown.after.valid_from : request.effective_date
  const after = await getRowFrom(db, request.person_id, from)
  return after && { ...shown, after }
}
