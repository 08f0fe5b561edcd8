import { hearsOf, turnOf, type About, type ApproverPool, type Turn } from '../../access/approvals.ts'
import {
  basisOf,
  isSameIntent,
  toStored,
  type Change,
  type History,
  type Proposed,
} from '../../domain/approval-basis.ts'
import {
  asksManager,
  kindOf,
  lastDayToDecide,
  mostOpenRequests,
  pendingStep,
  type Judge,
  type Plan,
} from '../../domain/approvals.ts'
import type { Day } from '../../domain/day.ts'
import { firstOf } from '../../domain/format-list.ts'
import { nilId } from '../../domain/ids.ts'
import { problem, refusal, type Problem } from '../../errors.ts'
import { appliedWithoutOther, approvalRequested } from '../../events/approvals.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { requestWaits } from '../../events/signals.ts'
import { insertRequest } from '../../queries/org/approval-writes.ts'
import type { JobShown, Shown, TerminationShown } from '../../queries/org/approvals.ts'
import { openWaiting } from '../../queries/org/request-content.ts'
import { keyToSeal } from '../../queries/org/person-keys.ts'
import { isAbove } from '../../queries/org/reporting-line.ts'
import { lockPerson, type LockedPerson } from '../../queries/org/timelines.ts'
import type { Proposing } from '../change-context.ts'
import { warning, type Warning } from '../../warnings.ts'
import { loadApproverPool, planProposal, type PlannedProposal } from './approver-pool.ts'

/** A change that is decided without problems, as it is stored when somebody must approve it. */
export interface Proposal {
  /** The intent. A manager who was decided for it, because somebody joins a unit, counts as given: approvers see it. */
  intent: Proposed
  /** The day the change is for; of a termination, the last day. */
  effectiveDate: Day
  shown: Shown
  /** The history that it would change. */
  history: History
  /** Nobody is asked about it, whatever the rule is. */
  free?: boolean
}

/** A request as its proposer is told of it. */
export interface Approval {
  requestId: string
  plan: Plan
  /** The turn to decide; null when the change is made. */
  turn: Turn | null
  judge: Judge
}

/** The outcome of a change under the approval rule. */
export interface Gate {
  /** Tells whether it is made now; else it waits as a request. */
  applies: boolean
  /** Null when there is no rule. */
  approval: Approval | null
  /** Nothing is told about pay. */
  noted: DomainEvent<'approval.requested'>[]
  warnings: Warning<'ends_wait_already'>[]
}

/**
 * Lets a change pass, stores it as a request, or refuses it, as the approval rule says. What waits for approval already
 * does not wait twice. The person is locked, so this holds for two calls at the same moment, too.
 *
 * @throws ApiError conflict: the same change waits already, if the caller may be told; of pay also another one for the
 *   day; or too many changes of the person wait
 */
export async function gate(scope: Proposing, person: LockedPerson, proposal: Proposal): Promise<Gate> {
  const { db, caller, today, newId } = scope
  const { intent, effectiveDate, history } = proposal
  const ruled = proposal.free ? undefined : await applyRule(scope, person, intent.change)
  if (!ruled) return { applies: true, approval: null, noted: [], warnings: [] }

  const { plan, judge, hr, asked, applies } = ruled
  const about = { ...ruled.about, expires_on: lastDayToDecide(today, effectiveDate) }
  const refused = applies ? [] : waitsAlready(scope, person, proposal)
  if (refused.length > 0) throw refusal(refused)
  const request = {
    ...about,
    id: newId(),
    change: intent.change,
    effective_date: effectiveDate,
    status: applies ? ('approved' as const) : ('pending' as const),
    proposed_via: caller.credential.kind === 'web' ? ('app' as const) : ('api' as const),
  }
  const shown = applies ? proposal.shown : whileItWaits(proposal)
  const kept = { proposal: toStored(intent), shown, basis: basisOf(intent, history) }
  const key = await keyToSeal(db, person.personId, person.key)
  const facts = { ...request, ...(await insertRequest(db, request, kept, key, plan.steps)) }
  const step = pendingStep(plan.steps)
  const turn = step ? turnOf(about, step.approver, asked) : null
  const last = turn ?? (plan.automatic === 'no_other_approver' ? hr : null)
  const untrusted = judge.untrusted ?? last?.judge.untrusted ?? null
  return {
    applies,
    approval: { requestId: request.id, plan, turn, judge: { ...judge, untrusted } },
    warnings: otherEnds(scope, person, ruled, intent),
    noted:
      plan.automatic === 'proposed_by_approver'
        ? []
        : [
            applies
              ? appliedWithoutOther(facts)
              : {
                  ...approvalRequested(facts, turn?.as ?? null),
                  signals: [requestWaits(facts, turn?.deciders ?? [])],
                },
          ],
  }
}

/** A locked person, for a change that managers may propose. */
export interface OfReport {
  person: LockedPerson
  /** Tells that the caller, who acts for themselves, is above this person on the reporting line today. */
  above: boolean
}

/** @returns undefined when there is no such person */
export async function lockOfReport(
  { db, caller, audience, today }: Proposing,
  personId: string,
): Promise<OfReport | undefined> {
  const person = await lockPerson(db, personId)
  const managerId = audience === 'me' ? caller.personId : null
  const above = managerId !== null && (await isAbove(db, managerId, personId, today))
  return person && { person, above }
}

/** Tells whether a change would wait until somebody else approves it. It is the decision of {@link gate}, without its effects. */
export async function mustWait(scope: Proposing, person: LockedPerson, change: Change): Promise<boolean> {
  const ruled = await applyRule(scope, person, change)
  return ruled !== undefined && !ruled.applies
}

interface Ruled extends PlannedProposal {
  about: About
  asked: ApproverPool
  /** True if the change is made now, because nobody else has to decide. */
  applies: boolean
}

/** Applies the approval rule for a kind of change; undefined when there is none. */
async function applyRule(
  scope: Proposing,
  { personId, rules }: LockedPerson,
  change: Change,
): Promise<Ruled | undefined> {
  const { db, caller, now, today } = scope
  const kind = kindOf(change)
  const mode = rules[kind]
  if (mode === 'off') return undefined
  const asked = await loadApproverPool(db, [{ personId, manager: asksManager(mode) }], today)
  const about = { kind, person_id: personId, proposed_by: caller.membershipId, proposed_at: now }
  const planned = planProposal(scope, mode, about, asked)
  return { ...planned, about, asked, applies: planned.plan.automatic !== null }
}

/**
 * Refuses what waits already, as far as the caller hears of it, and one request too many of the caller about this person.
 * Requests of others do not count: nobody keeps others from a change by proposing.
 */
function waitsAlready(
  scope: Proposing,
  { waiting }: LockedPerson,
  { intent, effectiveDate }: Proposal,
): Problem<'change_proposed_already' | 'pay_proposed_already' | 'too_many_open_requests'>[] {
  const { db, caller } = scope
  const field = { correct_job: 'job_id', pay_remove: 'pay_id' }[intent.change as string] ?? 'person_id'
  const heard = heardOf(scope, waiting)
  const sameDay = heard.filter(
    (request) => request.change === intent.change && request.effective_date === effectiveDate,
  )
  const same = sameDay.find((request) => isSameIntent(openWaiting(db, request).intent, intent))
  if (same) return [problem('change_proposed_already', { field, record_id: same.id })]
  const [other] = sameDay
  if (intent.change === 'pay_add' && other)
    return [problem('pay_proposed_already', { effective_date: effectiveDate, record_id: other.id })]
  const own = heard.filter(({ proposed_by }) => proposed_by === caller.membershipId)
  const most = mostOpenRequests
  return own.length < most ? [] : [problem('too_many_open_requests', { field, count: most })]
}

/** The requests that wait, as far as the caller hears of them. */
const heardOf = (
  { caller, audience, today }: Proposing,
  waiting: LockedPerson['waiting'],
): LockedPerson['waiting'] =>
  waiting.filter((request) => request.expires_on >= today && hearsOf(caller, audience, request))

/** Names the other requests about the end of the same employment: only one of them can be made. */
function otherEnds(
  scope: Proposing,
  { waiting }: LockedPerson,
  { applies }: Ruled,
  { change }: Proposed,
): Warning<'ends_wait_already'>[] {
  const ends = applies || change !== 'terminate' ? [] : waiting
  const others = heardOf(scope, ends).filter((one) => one.change === change)
  if (others.length === 0) return []
  const { first, more } = firstOf(others.map(({ id }) => id))
  return [warning('ends_wait_already', { count: others.length, requests: first, more })]
}

/**
 * The part of a preview that is kept while a request waits. A row that is not written yet has no id that could be looked up.
 * The rows that an end would remove are read from today's history whenever it is shown: 50 requests that each kept 500 of them
 * were 18 MB, which every list of requests read, and every home page.
 */
function whileItWaits({ intent: { change }, shown }: Proposal): Shown {
  if (change === 'terminate') {
    const { removed: _removed, ...rest } = shown as TerminationShown
    return rest
  }
  if (change !== 'change_job' && change !== 'rehire') return shown
  const { after, ...rest } = shown as JobShown
  return { ...rest, after: { ...after, id: nilId } }
}
