import type { Audience, Caller, Role } from '../domain/caller.ts'
import {
  ineligibleReason,
  managerStepApprover,
  noJudge,
  pendingStep,
  type Act,
  type Approver,
  type Judge,
  type Kind,
  type LineAbove,
  type Mode,
  type StepFor,
  type StepStatus,
  type Untrusted,
} from '../domain/approvals.ts'
import type { Change } from '../domain/approval-basis.ts'
import type { Day } from '../domain/day.ts'
import { problem, type Problem } from '../errors.ts'
import { payChangeProblems, type PayChanger } from './pay.ts'
import { hrRoles, isAdminRole, isHr, whyNoEnd, whyNoPayChange } from './roles.ts'

/** A member with a role that decides for HR. */
export interface HrMember {
  membershipId: string
  role: Role
  personId: string | null
  name: string
  title: string | null
  photoHash: string | null
  disabled: boolean
  canSignIn: boolean
  /** The invite by which they signed in for the first time; null when there was none. */
  invited: Act | null
}

/** The possible deciders today. */
export interface ApproverPool {
  /** By person. */
  lines: ReadonlyMap<string, LineAbove>
  hr: readonly HrMember[]
}

/** Somebody who can decide. */
export interface Decider {
  membershipId: string | null
  personId: string | null
  name: string
  title: string | null
  photoHash: string | null
}

/** The turn to decide a step: the deciders, and in whose place they decide. */
export interface Turn {
  as: Approver
  deciders: readonly Decider[]
  judge: Judge
}

/** The facts about a proposed change that decide who is asked. */
export interface About {
  kind: Kind
  person_id: string
  /** The membership of the proposer. */
  proposed_by: string
  proposed_at: Date
}

/** Members with the right to decide for HR about this: not disabled, and neither the proposer nor the person. */
const entitled = (hr: readonly HrMember[], about: About): HrMember[] =>
  hr.filter(
    (member) =>
      !member.disabled && member.membershipId !== about.proposed_by && member.personId !== about.person_id,
  )

/**
 * Picks the members who are asked first. About pay it is whoever might change the pay of that person; without any,
 * the other admins; without any, everybody: who is paid narrows who is asked first, and never whether anybody is asked.
 */
function askedFirst(
  members: readonly HrMember[],
  hr: readonly HrMember[],
  about: About,
): readonly HrMember[] {
  if (about.kind !== 'pay_change') return members
  const paid = hr.find(({ personId }) => personId === about.person_id)?.role ?? null
  const changers = members.filter(({ role }) => whyNoPayChange(role, paid) === undefined)
  const admins = members.filter(({ role }) => isAdminRole(role))
  return [changers, admins].find((group) => group.length > 0) ?? members
}

const proposerOf = (about: About) => ({ membershipId: about.proposed_by, at: about.proposed_at })

/** The deciders for HR. */
export interface HrDeciders {
  deciders: readonly Decider[]
  /** Tells whether somebody decides whom the proposer did not invite lately. */
  trusted: boolean
  /** Why somebody was passed over who would be asked otherwise, or would have been if anybody else were left. */
  untrusted: Untrusted | null
}

/**
 * Finds the deciders for HR. Members whom the proposer invited lately are asked only when nobody else is left: that
 * beats a change which nobody looks at.
 */
export function hrDeciders(hr: readonly HrMember[], about: About): HrDeciders {
  const found = Map.groupBy(entitled(hr, about), (member) => ineligibleReason(member, proposerOf(about)))
  const [trusted, invited] = [found.get(null) ?? [], found.get('invited_by_proposer') ?? []]
  const ofProposer = new Set(invited)
  const able = askedFirst([...trusted, ...invited], hr, about)
  if (able.length === 0)
    return { deciders: [], trusted: false, untrusted: found.has('no_login') ? 'no_login' : null }
  const untrusted = able.some((member) => ofProposer.has(member)) ? 'invited_by_proposer' : null
  return trusted.length > 0
    ? { deciders: askedFirst(trusted, hr, about), trusted: true, untrusted }
    : { deciders: able, trusted: false, untrusted }
}

/**
 * Finds the deciders of a step of this request, as of today. When a step for the manager fell to HR, and nobody in HR
 * is trusted either, the manager or lead is asked whom the proposer invited; then such a member of HR; and at last a
 * lead whom the proposer chose. A rule never lets a change pass while somebody could be asked whom it entitles.
 */
export function turnOf(request: About, approver: StepFor, asked: ApproverPool): Turn {
  const line = approver === 'manager' ? asked.lines.get(request.person_id) : undefined
  const judge = line ? managerStepApprover(line, proposerOf(request)) : noJudge
  if (judge.who) return { as: judge.as, deciders: [judge.who], judge }
  const { deciders, trusted, untrusted } = hrDeciders(asked.hr, request)
  const invited = line && !trusted && managerStepApprover(line, proposerOf(request), 'invited_too')
  if (invited && invited.who)
    return {
      as: invited.as,
      deciders: [invited.who],
      judge: { ...invited, untrusted: 'invited_by_proposer' },
    }
  const chosen = line && deciders.length === 0 && managerStepApprover(line, proposerOf(request), 'chosen_too')
  if (chosen && chosen.who)
    return { as: chosen.as, deciders: [chosen.who], judge: { ...chosen, untrusted: judge.untrusted } }
  return { as: 'hr', deciders, judge: { ...judge, untrusted: judge.untrusted ?? untrusted } }
}

/** Finds the deciders for HR today. */
export const hrTurnOf = (about: About, asked: ApproverPool): Turn => turnOf(about, 'hr', asked)

/** Facts that decide who may see and decide a request. */
export interface Request extends About {
  status: string
  expires_on: Day
  steps: readonly { approver: StepFor; status: StepStatus; decided_by: string | null }[]
}

/** Finds the turn to decide; null when the request is closed, or has run out. */
export function currentTurn(request: Request, asked: ApproverPool, today: Day): Turn | null {
  const step = isOpen(request, today) ? pendingStep(request.steps) : undefined
  return step ? turnOf(request, step.approver, asked) : null
}

/** Tells whether a request waits for a decision. One that has run out waits only for the job that closes it. */
export const isOpen = ({ status, expires_on }: Pick<Request, 'status' | 'expires_on'>, today: Day): boolean =>
  status === 'pending' && today <= expires_on

/** Tells whether it is this caller's turn. Whoever decides for HR acts for the company. */
export const canDecide = (caller: Caller, audience: Audience, turn: Turn | null): boolean =>
  turn !== null &&
  (turn.as !== 'hr' || isHr(caller, audience)) &&
  turn.deciders.some(({ membershipId }) => membershipId === caller.membershipId)

/**
 * Reasons why a caller may not decide a request that waits; empty when they may, and for one that is closed.
 *
 * @param turn whose turn it is; null when the request is closed
 */
export function decisionProblems(
  caller: Caller,
  audience: Audience,
  request: Pick<Request, 'proposed_by'>,
  turn: Turn | null,
): Problem<'own_request' | 'not_your_turn'>[] {
  if (!turn) return []
  if (request.proposed_by === caller.membershipId) return [problem('own_request', {})]
  return canDecide(caller, audience, turn) ? [] : [problem('not_your_turn', {})]
}

/** Tells whether the caller has decided a step. A retry of that call is answered as one, whoever's turn it is by now. */
export const hasDecided = (caller: Caller, { steps }: Pick<Request, 'steps'>): boolean =>
  steps.some(({ decided_by }) => decided_by === caller.membershipId)

/** Tells whether the caller may take the request back. */
export const canWithdraw = (caller: Caller, request: Request, today: Day): boolean =>
  isOpen(request, today) && request.proposed_by === caller.membershipId

/** Pay requests are shown to owners, admins and HR in the web app, and to nobody else. */
export const seesPayRequests = (caller: Caller, audience: Audience): boolean =>
  isHr(caller, audience) && caller.credential.kind === 'web'

/**
 * Tells whether a caller may hear of a request at all, in whatever way. Of requests about themselves, people hear only of
 * those that they proposed: they know what is in them, and can withdraw them. Of pay hears who sees requests about pay.
 * The activity log asks the same of its lines (`listActivity`).
 */
export const hearsOf = (
  caller: Caller,
  audience: Audience,
  request: Pick<Request, 'kind' | 'person_id' | 'proposed_by'>,
): boolean =>
  (request.proposed_by === caller.membershipId || request.person_id !== caller.personId) &&
  (request.kind !== 'pay_change' || seesPayRequests(caller, audience))

/**
 * Tells whether a caller sees a request, of those of which they may hear: owners, admins and HR do; the managers of the
 * person; who proposed it; who has decided a step; and whose turn it is.
 *
 * @param above whether the caller is above the person on today's reporting line
 */
export const maySeeRequest = (
  caller: Caller,
  audience: Audience,
  request: Pick<Request, 'kind' | 'person_id' | 'proposed_by' | 'steps'>,
  above: boolean,
  turn: Turn | null,
): boolean =>
  hearsOf(caller, audience, request) &&
  (request.proposed_by === caller.membershipId ||
    isHr(caller, audience) ||
    above ||
    hasDecided(caller, request) ||
    canDecide(caller, audience, turn))

/** The proposer of a request, as of today. */
export interface Proposer extends PayChanger {
  /** Tells whether they are above the person on the reporting line, be it through somebody who has left. */
  above: boolean
}

/** Changes that managers may propose, and not only HR. */
const byManagers: readonly Change[] = ['change_job', 'terminate']

/**
 * Tells whether who proposed a request could propose it today, apart from the rule, which waiting requests do not
 * follow: their right to it may be gone, with their role or their reports. A step for HR that was left out, because who
 * proposed it decides for HR, needs that role still.
 *
 * @param request `ends`: whether it sets or moves the end of an employment
 * @param ofRole the role of the login that belongs to the person whom the request is about; null for none
 */
export function mayStillPropose(
  proposer: Proposer,
  request: Pick<Request, 'kind' | 'person_id' | 'steps'> & { change: Change; ends: boolean },
  ofRole: Role | null,
): boolean {
  const { kind, change, person_id: id, steps, ends } = request
  const { role, above } = proposer
  if (ends && whyNoEnd(role, ofRole, proposer.personId === id) !== undefined) return false
  if (kind === 'pay_change')
    return payChangeProblems(proposer, { id, role: ofRole }, 'person_id').length === 0
  if (role === null || hrRoles.includes(role)) return role !== null
  const countedAsHr = steps.some(({ approver, status }) => approver === 'hr' && status === 'skipped')
  return above && byManagers.includes(change) && !countedAsHr
}

/**
 * Problems of a caller who makes or proposes a change of somebody's job, or the end of it. It is for owners, admins and
 * HR; with a rule that lets somebody decide about it, also the managers above the person. Empty for who may.
 *
 * @param above whether the caller is above the person on the reporting line today
 */
export function mayPropose(
  caller: Caller,
  audience: Audience,
  above: boolean,
  mode: Mode,
): Problem<'not_their_manager' | 'proposals_are_off'>[] {
  if (isHr(caller, audience)) return []
  if (!above) return [problem('not_their_manager', {})]
  return mode === 'off' ? [problem('proposals_are_off', {})] : []
}

/**
 * Why a member may not end somebody's employment, or propose it; empty when they may.
 *
 * @param person `role`: that of the login that belongs to them; null for none
 */
export function endProblems(
  { role, personId }: PayChanger,
  person: { id: string; role: Role | null },
): Problem<'own_end' | 'end_of_owner' | 'end_of_admin'>[] {
  const why = whyNoEnd(role, person.role, personId === person.id)
  return why ? [problem(why, {})] : []
}
