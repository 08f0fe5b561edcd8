import type { Change } from './approval-basis.ts'
import { addDays, maxDay, type Day } from './day.ts'

/** The rule of an organization for one kind of change. */
export type Mode = 'off' | 'hr' | 'manager' | 'manager_then_hr'
/** Managers see no pay, so only HR decides about it. */
export type PayMode = 'off' | 'hr'
export type Kind = 'job_change' | 'termination' | 'pay_change'

/** The rule that decides about a change. */
export const kindOf = (change: Change): Kind =>
  change === 'terminate' ? 'termination' : change.startsWith('pay_') ? 'pay_change' : 'job_change'

/** A step is for the person's manager or for HR. A lead, or HR, may stand in for the manager. */
export type StepFor = 'manager' | 'hr'
export type Approver = 'manager' | 'lead' | 'hr'
export type StepStatus = 'waiting' | 'pending' | 'approved' | 'rejected' | 'skipped'
export type Untrusted = 'no_login' | 'invited_by_proposer'
/** An act of somebody on a unit: they chose its lead, removed it, moved the unit, or archived it. */
export type Touch = 'lead' | 'removed' | 'moved' | 'archived'

/** Somebody who could decide because of their place: a manager, or the lead of a unit. */
export interface Candidate {
  personId: string
  name: string
  title: string | null
  photoHash: string | null
  /** Tells whether they work here today, start later, or have left. */
  works: 'here' | 'later' | 'left'
  membershipId: string | null
  canSignIn: boolean
  /** The invite by which they signed in for the first time; null when there was none. */
  invited: Act | null
}

/** Something that a member did. */
export interface Act {
  by: string
  at: Date
}

/** A unit, and who changed what decides about its lead. */
export interface LedUnit {
  id: string
  name: string
  lead: Candidate | null
  archived: boolean
  headChanged: Act | null
  moved: Act | null
  archivedBy: Act | null
}

/** The managers and leads above a person today. */
export interface LineAbove {
  personId: string
  manager: Candidate | null
  /** The person's unit and those above it, up to the root. */
  units: readonly LedUnit[]
}

export interface Proposer {
  membershipId: string
  /** When they proposed the change. */
  at: Date
}

/** The decider of a step that is for the manager. */
export interface Judge {
  as: Approver
  /** The decider; null when HR does. */
  who: Candidate | null
  /** HR decides, because nobody above the person can. */
  fallback: boolean
  /** The unit whose lead decides, and why not the manager. */
  teamLead: { unit_id: string; unit_name: string; reason: 'no_manager' | 'manager_left' } | null
  /** A unit that the proposer changed. Its lead decides only when nobody else is left. */
  teamLeadBlocked: { unit_id: string; unit_name: string; what: Touch } | null
  /** Why somebody was passed over, or would have been if anybody else were left. */
  untrusted: Untrusted | null
}

/** Days for which an act of a proposer on a unit, or an invite of theirs, counts against those whom it puts in charge. */
const watchedDays = 30
const dayMs = 86_400_000

/**
 * Finds the decider in the place of the manager of a person today: the manager, if one works here; else the lead of the
 * person's unit, or of the nearest one above that has a lead who works here; else HR. A manager or lead who is not
 * trusted is passed over, and so is the lead of a unit that the proposer changed lately: nobody chooses their own
 * judge. The next lead above is asked then. Above a unit that the proposer moved, nobody is asked: the proposer chose
 * those leads with the move.
 *
 * It is HR, too, when the manager proposed the change.
 *
 * @param trust who of those is asked after all: they are asked only when nobody else is left
 */
export function managerStepApprover(
  line: LineAbove,
  proposer: Proposer,
  trust: 'trusted' | 'invited_too' | 'chosen_too' = 'trusted',
): Judge {
  const why = (candidate: Candidate): Untrusted | null => {
    const found = ineligibleReason(candidate, proposer)
    return found === 'invited_by_proposer' && trust !== 'trusted' ? null : found
  }
  const isBlocked = (act: unknown): boolean => Boolean(act) && trust !== 'chosen_too'
  const { manager } = line
  const passed: Pick<Judge, 'untrusted' | 'teamLeadBlocked'> = { untrusted: null, teamLeadBlocked: null }
  if (manager?.works === 'here') {
    if (manager.membershipId === proposer.membershipId) return noJudge
    passed.untrusted = why(manager)
    if (!passed.untrusted) return { ...noJudge, as: 'manager', who: manager }
  }
  const reason = manager?.works === 'left' ? 'manager_left' : 'no_manager'
  for (const unit of line.units) {
    const named = { unit_id: unit.id, unit_name: unit.name }
    const what = recentUnitChange(unit, proposer)
    if (what) passed.teamLeadBlocked ??= { ...named, what }
    if (isBlocked(isOwnAct(unit.moved, proposer))) break
    const lead = isBlocked(what) || unit.archived ? null : unit.lead
    if (lead?.works !== 'here') continue
    if (lead.personId === line.personId || lead.membershipId === proposer.membershipId) continue
    const untrusted = why(lead)
    if (!untrusted)
      return { as: 'lead', who: lead, fallback: false, teamLead: { ...named, reason }, ...passed }
    passed.untrusted ??= untrusted
  }
  return { ...noJudge, fallback: true, ...passed }
}

/** HR, and in nobody's place: no step is for the manager, or the manager proposed the change. */
export const noJudge: Judge = {
  as: 'hr',
  who: null,
  fallback: false,
  teamLead: null,
  teamLeadBlocked: null,
  untrusted: null,
}

/** Tells whether this was done by the proposer, in the 30 days before they proposed or since. */
const isOwnAct = (act: Act | null, { membershipId, at }: Proposer): boolean =>
  act !== null && act.by === membershipId && act.at.getTime() >= at.getTime() - watchedDays * dayMs

/** Why somebody is not asked although it would be their turn; null for whoever is. */
export const ineligibleReason = (
  { canSignIn, invited }: Pick<Candidate, 'canSignIn' | 'invited'>,
  proposer: Proposer,
): Untrusted | null => {
  if (!canSignIn) return 'no_login'
  return isOwnAct(invited, proposer) ? 'invited_by_proposer' : null
}

const recentUnitChange = (unit: LedUnit, proposer: Proposer): Touch | null => {
  if (isOwnAct(unit.archivedBy, proposer)) return 'archived'
  if (isOwnAct(unit.headChanged, proposer)) return unit.lead === null ? 'removed' : 'lead'
  return isOwnAct(unit.moved, proposer) ? 'moved' : null
}

export interface PlannedStep {
  approver: StepFor
  status: StepStatus
}

/** The beginning of a proposal: its steps; and the reason that it needs none of them, when it applies at once. */
export interface Plan {
  steps: PlannedStep[]
  automatic: 'proposed_by_approver' | 'no_other_approver' | null
}

/** The facts that a plan depends on, besides the rule. */
export interface PlanFacts {
  /** The proposer has a role that decides steps for HR. */
  proposerIsHr: boolean
  /** The proposal is about the proposer. */
  aboutProposer: boolean
  /** The decider in the place of the manager today. */
  judge: Judge
  /** Tells whether somebody can decide for HR who is neither the proposer nor the person, be it an invited one. */
  otherHr: boolean
}

const stepsOf: Record<Exclude<Mode, 'off'>, readonly StepFor[]> = {
  hr: ['hr'],
  manager: ['manager'],
  manager_then_hr: ['manager', 'hr'],
}

/**
 * The steps of a proposal. A step for HR that the proposer could decide by role counts as decided, but never about
 * themselves, and never about pay. A step for the manager that falls to HR does not: another one decides it, because
 * otherwise HR could get around it by what they do to units. It is left out when a step for HR follows: HR decides once.
 *
 * When nobody else can decide for HR, a proposal of HR applies at once: otherwise nobody could ever make the change.
 */
export function planOf(kind: Kind, mode: Exclude<Mode, 'off'>, facts: PlanFacts): Plan {
  const approvers = stepsOf[mode]
  const { judge, proposerIsHr, aboutProposer, otherHr } = facts
  const decided = proposerIsHr && !aboutProposer && kind !== 'pay_change'
  const open = approvers.filter((approver) => {
    if (approver === 'hr') return !decided
    return judge.as !== 'hr' || decided || !approvers.includes('hr')
  })
  const planned = approvers.map((approver) => ({
    approver,
    status: open.includes(approver) ? ('waiting' as const) : ('skipped' as const),
  }))
  if (open.length === 0) return { steps: planned, automatic: 'proposed_by_approver' }
  if (proposerIsHr && !otherHr && open.every((approver) => approver === 'hr' || judge.as === 'hr'))
    return {
      steps: approvers.map((approver) => ({ approver, status: 'skipped' })),
      automatic: 'no_other_approver',
    }
  return { steps: begin(planned), automatic: null }
}

/** Tells whether a rule asks the manager. */
export const asksManager = (mode: Exclude<Mode, 'off'>): boolean => stepsOf[mode].includes('manager')

/** The kind of step that somebody decides: a lead stands in for the manager. */
export const stepOf = (as: Approver): StepFor => (as === 'lead' ? 'manager' : as)

/** The first step that waits becomes the pending one. */
function begin<Step extends { status: StepStatus }>(steps: readonly Step[]): Step[] {
  const next = steps.findIndex(({ status }) => status === 'waiting')
  return steps.map((step, index) => (index === next ? { ...step, status: 'pending' } : step))
}

/** At most this many requests of one proposer about one person may wait. */
export const mostOpenRequests = 50

type AnyStep = { approver: StepFor; status: StepStatus }

/** The step whose turn it is. */
export const pendingStep = <Step extends AnyStep>(steps: readonly Step[]): Step | undefined =>
  steps.find(({ status }) => status === 'pending')

/**
 * The steps after the pending one is approved; the next one is pending then. HR decides once: when HR stood in for the
 * manager, a step for HR that follows is left out.
 */
export function approveStep<Step extends AnyStep>(steps: readonly Step[], as: Approver): Step[] {
  return begin(
    steps.map((step) => {
      if (step.status === 'pending') return { ...step, status: 'approved' }
      return step.status === 'waiting' && as === 'hr' && step.approver === 'hr'
        ? { ...step, status: 'skipped' }
        : step
    }),
  )
}

/** The steps of a request that is closed: nobody decides the open ones any more. `rejected`: the pending one was. */
export function closeSteps<Step extends AnyStep>(
  steps: readonly Step[],
  how: 'rejected' | 'undecided',
): Step[] {
  return steps.map((step) => {
    if (step.status === 'pending' && how === 'rejected') return { ...step, status: 'rejected' }
    return step.status === 'pending' || step.status === 'waiting' ? { ...step, status: 'skipped' } : step
  })
}

/** The last day on which a request can be decided: 30 days after it was proposed, or its own day if that is later. */
export const lastDayToDecide = (proposedOn: Day, effectiveDate: Day): Day =>
  maxDay(addDays(proposedOn, 30), effectiveDate)
