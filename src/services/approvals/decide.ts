import { canDecide, currentTurn, type Turn } from '../../access/approvals.ts'
import { approveStep, closeSteps, pendingStep } from '../../domain/approvals.ts'
import type { Timeline } from '../../domain/employment.ts'
import { ApiError, refusal, type ErrorName } from '../../errors.ts'
import { approvalApproved, approvalRejected, stepApproved } from '../../events/approvals.ts'
import type { Happening } from '../../events/happening.ts'
import type { ActionEvents, EventType } from '../../generated/events.ts'
import { finishRequest, storeDecision, type Decision } from '../../queries/org/approval-writes.ts'
import {
  getKept,
  getRequest,
  lockRequest,
  type JobShown,
  type Kept,
  type RequestRow,
  type Shown,
  type TerminationShown,
} from '../../queries/org/approvals.ts'
import { loadTimelines, type LockedTimeline } from '../../queries/org/timelines.ts'
import { isProposerEntitled, loadAskedAbout, toRequest } from './asked.ts'
import { asRecord, rowsAfter } from '../employment/history.ts'
import { changedReason, closeAll, isOutdated, loadHistories, proposerReason } from './outdated.ts'
import { decideAgain, lockPersonOf } from './perform.ts'
import type { Decided } from '../scope.ts'
import { applyChange, type Proposing } from './submit.ts'
import { spell, untranslated } from '../../texts/phrase.ts'

type Approving = ActionEvents['org_approvals_approve']

/**
 * Approves the step whose turn it is; with the last one the change is made. The change is decided again first. If it is
 * refused today, or what it would change has changed, the request is closed as outdated.
 *
 * The request is locked after everything that the change locks: a change locks first the person and then the requests
 * that it outdates.
 *
 * @returns what happened; `closed`: somebody has decided or closed it meanwhile; `not_yours`: it is not the caller's turn
 */
export async function approveRequest(
  scope: Proposing,
  request: RequestRow,
  note: string | null,
): Promise<Happening<Approving>[] | 'closed' | 'not_yours'> {
  const { db, caller, audience, today } = scope
  const person = await lockPersonOf(scope, request)
  const kept = await getKept(db, request.id)
  const again = await tryAgain(scope, person, request, kept)
  const locked = (await lockRequest(db, request.id, today))!
  const asked = await loadAskedAbout(db, [locked], today)
  const turn = currentTurn(toRequest(locked), asked, today)
  const step = pendingStep(locked.steps)
  if (!turn || !step || step.position !== pendingStep(request.steps)?.position) return 'closed'
  if (!canDecide(caller, audience, turn)) return 'not_yours'
  if (typeof again === 'string') return (await closeAll(scope, [request.id], 'outdated', again)).closed

  const steps = approveStep(locked.steps, turn.as)
  const decision = decisionOf(scope, step.position, turn, note)
  await storeDecision(db, request.id, steps, decision)
  if (pendingStep(steps)) return [stepApproved(request)]

  // Finished first, so that the change does not take its own request for an outdated one.
  await finishRequest(db, request.id, 'approved', decision)
  const change = { personId: request.person_id, kind: request.kind }
  const { happenings } = await applyChange(scope, change, again)
  await finishRequest(
    db,
    request.id,
    'approved',
    decision,
    await shownAfter(scope, request, kept, person.timeline),
  )
  const after = (await getRequest(db, request.id, today))!
  return [approvalApproved(after, deciderOf(after)), ...(happenings as Happening<Approving>[])]
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

/** Decides the change again. The answer is a sentence when the request is outdated: why it is. */
async function tryAgain(
  scope: Proposing,
  person: LockedTimeline,
  request: RequestRow,
  kept: Kept,
): Promise<Decided<ErrorName, EventType> | string> {
  if (!(await isProposerEntitled(scope.db, request, scope.today))) return proposerReason
  const histories = await loadHistories(scope.db, [request])
  const { row_id: rowId } = kept.proposal as { row_id: string | null }
  const target = { ...request, row_id: rowId, basis: kept.basis }
  if (isOutdated(target, histories.get(request.person_id)!)) return changedReason
  try {
    const decided = await decideAgain(scope, person, request, kept)
    if (decided.problems.length > 0) throw refusal(decided.problems)
    return decided
  } catch (error) {
    if (error instanceof ApiError && refusals.includes(error.code))
      return spell(error.options.details?.[0]?.message ?? untranslated(error.message), 'en')
    throw error
  }
}

/**
 * What readers see of an approved change: the row as it became, or the rows that went.
 *
 * @param before the history before the change
 */
async function shownAfter(
  { db }: Proposing,
  request: RequestRow,
  kept: Kept,
  before: Timeline,
): Promise<Shown | undefined> {
  if (request.kind === 'pay_change') return undefined
  if (request.kind === 'termination') {
    const shown = kept.shown as TerminationShown
    return { ...shown, removed: rowsAfter(before, shown) }
  }
  const shown = kept.shown as JobShown
  const timeline = (await loadTimelines(db, [request.person_id])).get(request.person_id)!
  const row = timeline.rows.find(({ validFrom }) => validFrom === shown.after.valid_from)
  return row && { ...shown, after: asRecord(timeline, row) }
}
