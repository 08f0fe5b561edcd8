import {
  currentTurn,
  decisionProblems,
  turnOf,
  type ApproverPool,
  type Turn,
} from '../../access/approvals.ts'
import { isOutdated, type Change, type Waiting } from '../../domain/approval-basis.ts'
import { approveStep, closeSteps, pendingStep } from '../../domain/approvals.ts'
import { ApiError, isRefusal, problem, refusal } from '../../errors.ts'
import { approvalApproved, approvalRejected, stepApproved } from '../../events/approvals.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { requestWaits } from '../../events/signals.ts'
import type { ActionEvents, EventType } from '../../generated/events.ts'
import { storeDecision, storePayShown, type Decision } from '../../queries/org/approval-writes.ts'
import {
  lockRequest,
  type JobShown,
  type RequestRow,
  type TerminationShown,
} from '../../queries/org/approvals.ts'
import { lockFollowing } from '../../queries/org/checklist-runs.ts'
import { loadPayRows } from '../../queries/org/pay.ts'
import {
  openWaiting,
  sealPart,
  sealStepNote,
  type WaitingRequest,
} from '../../queries/org/request-content.ts'
import { openKey } from '../../queries/org/person-keys.ts'
import type { References } from '../../queries/org/references.ts'
import type { LockedPerson } from '../../queries/org/timelines.ts'
import { idsOf } from '../checklists/follow.ts'
import { apply, decideIntent } from '../employment/change.ts'
import { applyPay, decidePay } from '../employment/pay.ts'
import { shownOf } from '../employment/proposals.ts'
import type { Proposing } from '../change-context.ts'
import { isProposerEntitled, loadApproverPoolOf, toRequest } from './approver-pool.ts'
import { closeAll, type ClosedBy } from './outdated.ts'

/** A request after it was decided or closed, and what happened. */
export interface Closed<Type extends EventType> {
  request: RequestRow
  domainEvents: DomainEvent<Type>[]
  /** The names of the records that its rows refer to, where they are known. */
  references?: References | undefined
}

/** Changes of first and last days, which checklists follow. */
const movesDays: ReadonlySet<Change> = new Set(['correct_job', 'terminate', 'rehire'])

/**
 * Approves the step whose turn it is; with the last one the change is made. The change is decided again first. If it is
 * refused today, or what it would change has changed, the request is closed as outdated.
 *
 * The request is locked after everything that the change locks: a change locks first the person and then the requests
 * that it outdates.
 *
 * What could change while it waited for a lock is asked once it has them all: whose turn it is, and whether the proposer
 * may still propose it.
 *
 * @param asked who is asked, read when the person was locked, as it was checked that the caller is
 * @returns undefined when somebody has decided or closed it meanwhile
 */
export async function approveRequest(
  scope: Proposing,
  person: LockedPerson,
  { request: seen, asked }: { request: RequestRow; asked: ApproverPool },
  note: string | null,
): Promise<Closed<ActionEvents['org_approvals_approve']> | undefined> {
  const { db, today } = scope
  const waiting = person.waiting.find(({ id }) => id === seen.id)
  const again = waiting && (await decideAgain(scope, person, seen, waiting))
  const request = await lockRequest(db, seen.id, today)
  const step = pendingStep(request?.steps ?? [])
  if (!again || !request || !step || step.position !== pendingStep(seen.steps)?.position) return undefined
  const turn = await turnAfterWaiting(scope, request, asked)
  if (!turn) return undefined
  // The proposer is held after all that the change locks.
  if (movesDays.has(seen.change)) await lockFollowing(db, idsOf(person.timeline))
  const entitled = await isProposerEntitled(db, request, today)
  const change: Again = entitled ? again : { ok: false, by: 'proposer_not_entitled' }
  if (!change.ok) {
    const { requests, closed } = await closeAll(scope, [seen.id], 'outdated', change.by)
    return { request: requests[0] ?? request, domainEvents: closed }
  }

  const steps = approveStep(request.steps, turn.as)
  const decision = decisionOf(scope, request, step.position, turn, note)
  const next = pendingStep(steps)
  if (next) {
    await storeDecision(db, seen.id, steps, decision, 'pending')
    const { deciders } = turnOf(toRequest(request), next.approver, asked)
    return {
      request: decided(scope, request, steps, decision, turn),
      domainEvents: [{ ...stepApproved(request), signals: [requestWaits(request, deciders)] }],
    }
  }
  const { domainEvents, references } = await change.make()
  const shown = sealPart(openKey(db, person.personId, request), seen.id, 'shown', change.shown)
  await storeDecision(db, seen.id, steps, decision, 'approved', shown)
  const after = {
    ...decided(scope, request, steps, decision, turn),
    ...closedAs('approved', decision),
    shown: shown ?? request.shown,
  }
  return {
    request: after,
    domainEvents: [approvalApproved(after, deciderOf(after)), ...domainEvents],
    references,
  }
}

/**
 * Finds whose turn it is once all locks are taken. A manager stays one while the person is locked, and members of HR keep
 * their roles (`holdAccess`); the lead of a unit may have become another one while the call waited.
 *
 * @returns null for a request that is closed
 * @throws ApiError forbidden: it is not the turn of the caller any more
 */
async function turnAfterWaiting(
  { db, caller, audience, today }: Proposing,
  request: RequestRow,
  asked: ApproverPool,
): Promise<Turn | null> {
  const about = toRequest(request)
  const turn = currentTurn(about, asked, today)
  if (turn?.as === 'manager' || pendingStep(request.steps)?.approver !== 'manager') return turn
  const now = currentTurn(about, await loadApproverPoolOf(db, [request], today), today)
  const problems = decisionProblems(caller, audience, request, now)
  if (problems.length > 0) throw refusal(problems)
  return now
}

/** Rejects a request, which must be locked. */
export async function rejectRequest(
  scope: Proposing,
  request: RequestRow,
  turn: Turn,
  note: string,
): Promise<Closed<'approval.rejected'>> {
  const position = pendingStep(request.steps)?.position ?? 0
  const steps = closeSteps(request.steps, 'rejected')
  const decision = decisionOf(scope, request, position, turn, note)
  await storeDecision(scope.db, request.id, steps, decision, 'rejected')
  const after = { ...decided(scope, request, steps, decision, turn), ...closedAs('rejected', decision) }
  return { request: after, domainEvents: [approvalRejected(after, deciderOf(after))] }
}

function decisionOf(
  { db, caller, now }: Proposing,
  request: RequestRow,
  position: number,
  { as }: Turn,
  text: string | null,
): Decision {
  const key = openKey(db, request.person_id, request)
  const note = {
    step: sealStepNote(key, request.id, position, text),
    request: sealPart(key, request.id, 'decision_note', text),
  }
  return { position, as, by: caller.membershipId, note, at: now }
}

/** A request with the steps after a decision of the caller, as it would be read again. */
function decided(
  { caller, now }: Proposing,
  request: RequestRow,
  steps: RequestRow['steps'],
  { position, as, note }: Decision,
  { deciders }: Turn,
): RequestRow {
  const who = deciders.find(({ membershipId }) => membershipId === caller.membershipId)
  const own = {
    decided_as: as,
    decided_by: caller.membershipId,
    decided_at: now.toISOString(),
    sealed_note: note.step?.toString('base64') ?? null,
    decider_name: who?.name ?? caller.user.displayName,
    decider_title: who?.title ?? null,
    decider_photo_hash: who?.photoHash ?? null,
    decider_person_id: caller.personId,
  }
  return { ...request, steps: steps.map((step) => (step.position === position ? { ...step, ...own } : step)) }
}

const closedAs = (status: 'approved' | 'rejected', { note, at }: Decision) => ({
  status,
  decision_note: note.request,
  closed_at: at.toISOString(),
})

/** The person who decided last; null when their login belongs to no person. */
function deciderOf({ steps }: RequestRow): { id: string; name: string } | null {
  const step = steps.findLast(({ decided_by: by }) => by !== null)
  return step?.decider_person_id && step.decider_name
    ? { id: step.decider_person_id, name: step.decider_name }
    : null
}

/** A change that was decided again: why it is outdated, or how it is made and what readers see of it then. */
type Again =
  | { ok: false; by: ClosedBy }
  | {
      ok: true
      shown: JobShown | TerminationShown | undefined
      make: () => Promise<Pick<Closed<ActionEvents['org_approvals_approve']>, 'domainEvents' | 'references'>>
    }

const refusals = ['validation_failed', 'not_found', 'forbidden', 'conflict']

/** Decides a stored change with the facts of this moment. It writes nothing before `make` is called. */
async function decideAgain(
  scope: Proposing,
  person: LockedPerson,
  request: RequestRow,
  sealed: WaitingRequest,
): Promise<Again> {
  const { db } = scope
  const waiting = openWaiting(db, sealed)
  const pay = request.kind === 'pay_change' ? await loadPayRows(db, person.personId) : undefined
  if (isOutdated(waiting, { timeline: person.timeline, pay })) return { ok: false, by: 'history_changed' }
  try {
    return await decideIntentAgain(scope, person, request, waiting)
  } catch (error) {
    if (error instanceof ApiError && refusals.includes(error.code)) return { ok: false, by: closedBy(error) }
    throw error
  }
}

/** Why a change is refused today: the refusal of the catalogue, if it is one. */
function closedBy({ code, options }: ApiError): ClosedBy {
  const [detail] = options.details ?? []
  if (detail && isRefusal(detail.code)) return problem(detail.code, detail.message.values as never)
  return code === 'not_found' ? 'record_gone' : 'not_possible'
}

/** @throws ApiError when it is refused today */
async function decideIntentAgain(
  scope: Proposing,
  locked: LockedPerson,
  request: RequestRow,
  { intent }: Waiting,
): Promise<Again> {
  const { id } = request
  // A change does not take its own request for an outdated one.
  const person = { ...locked, waiting: locked.waiting.filter((one) => one.id !== id) }
  if (intent.change === 'pay_add' || intent.change === 'pay_remove') {
    const decided = await decidePay(scope, person, intent)
    if (!decided.ok) throw refusal(decided.problems)
    const make = async () => {
      const key = openKey(scope.db, locked.personId, request)
      await storePayShown(scope.db, id, sealPart(key, id, 'shown', decided.proposal.shown))
      return { domainEvents: await applyPay(scope, person, intent) }
    }
    return { ok: true, shown: undefined, make }
  }
  const decided = await decideIntent(scope, person, intent)
  if (!decided.ok) throw refusal(decided.problems)
  const make = async () => {
    const { domainEvents, person: known } = await apply(scope, person, intent, decided)
    return { domainEvents, references: known.references }
  }
  return { ok: true, shown: shownOf(intent, person.timeline, decided.made.effect), make }
}
