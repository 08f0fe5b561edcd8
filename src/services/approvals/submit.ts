import { hearsOf, hrTurnOf, turnOf, type Asked, type Request } from '../../access/approvals.ts'
import { isHr } from '../../access/roles.ts'
import { basisOf } from '../../domain/approval-basis.ts'
import {
  asksManager,
  lastDayToDecide,
  noJudge,
  pendingStep,
  planOf,
  type Mode,
  type Plan,
} from '../../domain/approvals.ts'
import type { Audience, Caller } from '../../domain/caller.ts'
import type { Day } from '../../domain/day.ts'
import { nilId } from '../../domain/ids.ts'
import { firstOf } from '../../domain/listed.ts'
import { problem, type ErrorName, type Problem } from '../../errors.ts'
import { appliedWithoutOther, approvalRequested } from '../../events/approvals.ts'
import type { Happening } from '../../events/happening.ts'
import type { components } from '../../generated/contract.ts'
import type { EventType } from '../../generated/events.ts'
import { presentSummary } from '../../presenters/org/approvals.ts'
import { getMode } from '../../queries/org/approval-settings.ts'
import { findSameOpen, insertRequest } from '../../queries/org/approval-writes.ts'
import {
  getRequest,
  type JobShown,
  type PayShown,
  type Shown,
  type TerminationShown,
} from '../../queries/org/approvals.ts'
import { loadAsked } from './asked.ts'
import { closeOutdated, findOpen, loadHistories } from './outdated.ts'
import type { Decided, Scope } from '../scope.ts'
import { warning, type Warning } from '../../warnings.ts'

/** What a change knows of the call and of who proposes it. */
export interface Proposing extends Scope {
  caller: Caller
  audience: Audience
}

/** A change that may be refused, because the same one waits already; of pay, also another one for the same day. */
export interface Submitting<Proposed extends Proposal = Proposal> extends Proposing {
  refuse: (problems: readonly Problem<Waiting<Proposed>>[]) => void
}

type Waiting<Proposed extends Proposal> =
  'change_proposed_already' | (Proposed extends { change: 'pay_add' } ? 'pay_proposed_already' : never)

/** A change of one person, as it is stored when somebody must approve it. */
export type Proposal = {
  personId: string
  /** The day the change is for; of a termination, the last day. */
  effectiveDate: Day
  /** The row that is corrected or removed. */
  rowId?: string
  /** Nobody is asked about it, whatever the rule is. */
  free?: boolean
  /** What `perform.ts` needs to decide it again: the input of the action. */
  input: object
} & (
  | { kind: 'job_change'; change: 'change_job' | 'correct_job' | 'rehire'; shown: JobShown }
  | { kind: 'termination'; change: 'terminate'; shown: TerminationShown }
  | { kind: 'pay_change'; change: 'pay_add' | 'pay_remove'; shown: PayShown }
)

/** What `submitChange` itself may tell. Nothing is told about pay. */
type Told<Proposed extends Proposal> = Proposed extends { kind: 'pay_change' }
  ? never
  : 'approval.requested' | 'approval.closed'

export interface Submitted<Type extends EventType> {
  /** Whether the change is made; else it waits for approval. */
  applied: boolean
  /** What the answer tells about approval; null when there is no rule. */
  approval: components['schemas']['ApprovalSummary'] | null
  /** Which requests it outdates. */
  warnings: Warning<'requests_outdated'>[]
  happenings: Happening<Type>[]
}

/** What a change did that was made. */
type Applied<Type extends EventType> = Pick<Submitted<Type>, 'warnings' | 'happenings'>

/**
 * Makes a change that was decided without problems, or stores it as a request, as the rule for it says. Requests that the
 * change outdates are closed. What waits for approval already does not wait twice: the second request is refused. The
 * person is locked, so this holds for two calls at the same moment, too.
 *
 * @param rule for this kind of change, if the caller has read it already
 */
export async function submitChange<Type extends EventType, Proposed extends Proposal>(
  scope: Submitting<Proposed>,
  proposal: Proposed,
  decided: Pick<Decided<ErrorName, Type>, 'apply'>,
  rule?: Mode,
): Promise<Submitted<Type | Told<Proposed>>> {
  const mode = proposal.free ? 'off' : (rule ?? (await getMode(scope.db, proposal.kind)))
  const submitted =
    mode === 'off'
      ? { applied: true, approval: null, ...(await applyChange(scope, proposal, decided)) }
      : await submitUnder(mode, scope as never, proposal, decided)
  return submitted as Submitted<Type | Told<Proposed>>
}

async function submitUnder(
  mode: Exclude<Mode, 'off'>,
  scope: Submitting<Proposal & { change: 'pay_add' }>,
  proposal: Proposal,
  decided: Pick<Decided<ErrorName, EventType>, 'apply'>,
): Promise<Submitted<EventType>> {
  const { db, caller, audience, now, today, newId } = scope
  const { personId, kind, change, effectiveDate, rowId = null } = proposal
  const asked = await loadAsked(db, [{ personId, manager: asksManager(mode) }], today)
  const about: Omit<Request, 'steps' | 'status'> = {
    kind,
    person_id: personId,
    proposed_by: caller.membershipId,
    proposed_at: now,
    expires_on: lastDayToDecide(today, effectiveDate),
  }
  const hr = hrTurnOf(about, asked)
  const judge = asksManager(mode) ? turnOf(about, 'manager', asked).judge : noJudge
  const plan = planOf(kind, mode, {
    proposerIsHr: isHr(caller, audience),
    aboutProposer: caller.personId === personId,
    judge,
    otherHr: hr.deciders.length > 0,
  })
  const applied = plan.automatic !== null
  if (!applied) scope.refuse(await proposedAlready(scope, proposal))
  const histories = await loadHistories(db, [{ kind, person_id: personId }])
  const id = newId()
  await insertRequest(
    db,
    {
      ...about,
      id,
      change,
      effective_date: effectiveDate,
      status: applied ? 'approved' : 'pending',
      proposed_via: caller.credential.kind === 'web' ? 'app' : 'api',
    },
    {
      proposal: keptOf(proposal),
      shown: applied ? proposal.shown : withoutNewRow(proposal),
      basis: basisOf({ change, effectiveDate, rowId }, histories.get(personId)!),
    },
    plan.steps,
  )
  const turn = turnOfPlan(plan, about, asked)
  const last = turn ?? (plan.automatic === 'no_other_approver' ? hr : null)
  const made = applied ? await applyChange(scope, proposal, decided) : { warnings: [], happenings: [] }
  return {
    applied,
    warnings: made.warnings,
    approval: presentSummary(id, plan, turn, {
      ...judge,
      untrusted: judge.untrusted ?? last?.judge.untrusted ?? null,
    }),
    happenings: [...made.happenings, ...(await noted(scope, id, plan, turn))],
  }
}

const keptOf = ({ rowId, input }: Proposal) => ({ row_id: rowId ?? null, input })

/** Refuses what waits already, if the caller may be told of it; of pay, whatever waits for the same day. */
async function proposedAlready(
  { db, caller, audience, today }: Proposing,
  proposal: Proposal,
): Promise<Problem<Waiting<Proposal & { change: 'pay_add' }>>[]> {
  const waiting = await findSameOpen(db, { ...proposal, proposal: keptOf(proposal) }, today)
  const about = { kind: proposal.kind, person_id: proposal.personId }
  const heard = waiting.filter((request) => hearsOf(caller, audience, { ...about, ...request }))
  const told = heard.find(({ same }) => same) ?? heard[0]
  const field = { correct_job: 'job_id', pay_remove: 'pay_id' }[proposal.change as string] ?? 'person_id'
  if (!told) return []
  return told.same
    ? [problem('change_proposed_already', { field, record_id: told.id })]
    : [problem('pay_proposed_already', { effective_date: proposal.effectiveDate, record_id: told.id })]
}

/** Writes a change, and closes the requests that it outdates. */
export async function applyChange<Type extends EventType>(
  { caller, audience, ...scope }: Pick<Proposing, 'db' | 'now' | 'today' | 'caller' | 'audience'>,
  { personId, kind }: Pick<Proposal, 'personId' | 'kind'>,
  decided: Pick<Decided<ErrorName, Type>, 'apply'>,
): Promise<Applied<Type | 'approval.closed'>> {
  const [happenings, open] = await Promise.all([
    decided.apply(),
    findOpen(scope, [personId], kind === 'pay_change' ? 'pay' : 'job'),
  ])
  const { outdated, closed } = await closeOutdated(scope, open)
  const heard = outdated.filter((request) => hearsOf(caller, audience, request))
  return { warnings: outdatedWarnings(heard), happenings: [...happenings, ...closed] }
}

export function outdatedWarnings(requests: readonly { id: string }[]): Warning<'requests_outdated'>[] {
  const { first, more } = firstOf(requests.map(({ id }) => id))
  const count = requests.length
  return count === 0 ? [] : [warning('requests_outdated', { count, requests: first, more })]
}

const turnOfPlan = ({ steps }: Plan, about: Omit<Request, 'steps' | 'status'>, asked: Asked) => {
  const step = pendingStep(steps)
  return step ? turnOf(about, step.approver, asked) : null
}

/** A row that is not written yet has no id that could be looked up. */
function withoutNewRow({ change, shown }: Proposal): Shown {
  if (change !== 'change_job' && change !== 'rehire') return shown
  const { after, ...rest } = shown as JobShown
  return { ...rest, after: { ...after, id: nilId } }
}

async function noted(
  { db, today }: Scope,
  id: string,
  { automatic }: Plan,
  turn: ReturnType<typeof turnOfPlan>,
): Promise<Happening<'approval.requested'>[]> {
  if (automatic === 'proposed_by_approver') return []
  const request = (await getRequest(db, id, today))!
  return [automatic ? appliedWithoutOther(request) : approvalRequested(request, turn?.as ?? null)]
}
