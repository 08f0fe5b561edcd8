import { canDecide, canWithdraw, isOpen, type Turn } from '../../access/approvals.ts'
import { pendingStep, stepOf, type Judge, type Plan } from '../../domain/approvals.ts'
import type { Audience, Caller } from '../../domain/caller.ts'
import type { Day } from '../../domain/day.ts'
import type { components } from '../../generated/contract.ts'
import type { JobShown, PayShown, TerminationShown } from '../../queries/org/approvals.ts'
import type { OpenedRequest, OpenedStep } from '../../queries/org/request-content.ts'
import type { References } from '../../queries/org/references.ts'
import { closings, type ClosingCode } from '../../texts/closings.ts'
import type { Language } from '../../texts/language.ts'
import { spell } from '../../texts/phrase.ts'
import { detailOf, isRefusal, problem } from '../../errors.ts'
import { presentJob, presentPersonRef, type PersonRef } from './people.ts'

type Schemas = components['schemas']
type Shown = Pick<Schemas['ApprovalRequest'], 'job_change' | 'termination' | 'pay_change'>

/** A request, and what the answer to one reader depends on. */
export interface Viewed {
  request: OpenedRequest
  /** The turn to decide; null for nobody's. */
  turn: Turn | null
  /** The turn to decide each step that is open, by its position. */
  turns: ReadonlyMap<number, Turn>
  /** Of a request about pay: what it is about. */
  pay: PayShown | undefined
  /** Of another one: what it would do by today's history; once it is closed, what is stored. */
  shown: JobShown | TerminationShown | null
  /** Tells whether the reader may see the job rows. */
  seesJob: boolean
}

/** A request as its reader sees it. */
export function presentRequest(
  viewed: Viewed,
  references: References,
  reader: { caller: Caller; audience: Audience; today: Day; language: Language },
): Schemas['ApprovalRequest'] {
  const { request, turn } = viewed
  const { caller, audience, today } = reader
  const access = { ...request, proposed_at: new Date(request.proposed_at) }
  const open = isOpen(request, today)
  const ranOut = request.status === 'pending' && !open
  return {
    id: request.id,
    kind: request.kind,
    status: ranOut ? 'expired' : request.status,
    person: presentPersonRef(
      request.person_id,
      request.person_name,
      request.person_title,
      request.person_photo_hash,
    )!,
    effective_date: request.effective_date,
    expires_on: request.expires_on,
    change: request.change,
    ...presentShown(viewed, references),
    proposed_by: {
      name: request.proposer_name,
      person_id: request.proposer_person_id,
      via: request.proposed_via,
    },
    proposed_at: request.proposed_at,
    steps: request.steps.map((step) =>
      presentStep(step, open ? viewed.turns.get(step.position) : undefined, open),
    ),
    waiting_for: turn?.as ?? null,
    can_decide: canDecide(caller, audience, turn),
    can_withdraw: canWithdraw(caller, access, today),
    decided_at: request.closed_at,
    decision_note: request.decision_note,
    closed_reason: ranOut ? ofClosing('ran_out', reader.language) : closedReason(request, reader.language),
  }
}

/** Why a request ended undecided, in words; null for one that is open or was decided. */
function closedReason(request: OpenedRequest, language: Language): string | null {
  const { closed_code: code, closed_values: values } = request
  if (code === null) return null
  if (Object.hasOwn(closings, code)) return ofClosing(code as ClosingCode, language)
  return isRefusal(code)
    ? spell(detailOf(problem(code, (values ?? {}) as never)).message, language)
    : ofClosing('not_possible', language)
}

const ofClosing = (code: ClosingCode, language: Language): string =>
  spell({ text: closings[code], values: {} }, language)

function presentStep(step: OpenedStep, turn: Turn | undefined, open: boolean): Schemas['ApprovalStep'] {
  const waits = step.status === 'pending' || step.status === 'waiting'
  return {
    order: step.position,
    approver: step.decided_as ?? turn?.as ?? step.approver,
    status: waits && !open ? 'skipped' : step.status,
    approvers: turn ? personRefs(turn) : decider(step),
    decided_by: step.decided_by ? { name: step.decider_name!, person_id: step.decider_person_id } : null,
    decided_at: step.decided_at,
    note: step.note,
  }
}

const decider = ({ decided_by: by, ...step }: OpenedStep): PersonRef[] => {
  const person =
    by &&
    presentPersonRef(step.decider_person_id, step.decider_name, step.decider_title, step.decider_photo_hash)
  return person ? [person] : []
}

/** References to those who could decide. Members who are linked to no person have no reference. */
const personRefs = ({ deciders }: Turn): PersonRef[] =>
  deciders.flatMap(
    ({ personId, name, title, photoHash }) => presentPersonRef(personId, name, title, photoHash) ?? [],
  )

function presentShown({ request, pay, shown, seesJob }: Viewed, references: References): Shown {
  const { kind } = request
  const none: Shown = { job_change: null, termination: null, pay_change: null }
  if (kind === 'pay_change') return { ...none, pay_change: pay ? presentPay(pay) : null }
  if (kind === 'termination') {
    const { last_day, reason, job, change, removed = [] } = shown as TerminationShown
    const row = job && seesJob ? presentJob(job, references) : null
    const rows = seesJob ? removed.map((one) => presentJob(one, references)) : null
    return { ...none, termination: { last_day, reason, job: row, change, later_jobs: rows } }
  }
  if (!seesJob) return none
  const { reason, before, after } = shown as JobShown
  return {
    ...none,
    job_change: {
      reason,
      before: before && presentJob(before, references),
      after: presentJob(after, references),
    },
  }
}

/** The columns are jsonb, which orders properties in its own way. Answers have the contract's order. */
function presentPay({ amount, currency, period, note, before, removes }: PayShown): PayShown {
  const was = before && {
    amount: before.amount,
    currency: before.currency,
    period: before.period,
    valid_from: before.valid_from,
  }
  return { amount, currency, period, note, before: was, removes }
}

/** A request at the moment of the call that proposed it. */
interface Proposed {
  requestId: string
  plan: Plan
  turn: Turn | null
  judge: Judge
}

/** Presents the outcome of a change at the moment of the call; null when no rule asks for approval. */
export function presentSummary(proposed: Proposed | null): Schemas['ApprovalSummary'] | null {
  if (!proposed) return null
  const { requestId, plan, turn, judge } = proposed
  const pending = pendingStep(plan.steps)
  const next = plan.steps.find(({ status }) => status === 'waiting')
  return {
    id: requestId,
    status: pending ? 'pending' : 'approved',
    waiting_for: turn && stepOf(turn.as),
    approvers: turn ? turn.deciders.map(({ name }) => name) : [],
    automatic: plan.automatic !== null,
    note: plan.automatic,
    fallback: judge.fallback,
    team_lead: judge.teamLead,
    team_lead_blocked: judge.teamLeadBlocked,
    untrusted: judge.untrusted,
    then: next?.approver ?? null,
  }
}

/** The rules of an organization. */
export interface Settings {
  job_change: Schemas['ApprovalMode']
  termination: Schemas['ApprovalMode']
  pay_change: Schemas['PayApprovalMode']
  updated_at: string | null
}

/** @param hrApprovers members who can decide for HR */
export const presentSettings = (settings: Settings, hrApprovers: number): Schemas['ApprovalSettings'] => ({
  job_change: settings.job_change,
  termination: settings.termination,
  pay_change: settings.pay_change,
  updated_at: settings.updated_at,
  hr_approvers: hrApprovers,
})
