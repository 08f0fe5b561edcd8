import type { ErrorName } from '../../errors.ts'
import type { EventType } from '../../generated/events.ts'
import type { DecidedJob, JobChange, JobCorrection } from '../employment/job.ts'
import type { DecidedPay, DecidedPayRemoval, PayInput } from '../employment/pay.ts'
import type { Rehire } from '../employment/rehire.ts'
import type { Proposal } from './submit.ts'
import type { DecidedTermination } from '../employment/termination.ts'
import type { WantedEnd } from '../../domain/termination.ts'
import type { WarningCode } from '../../warnings.ts'

/**
 * Changes that were decided without problems, as proposals. What the change itself decided, such as the manager of
 * somebody who joins a unit, is stored as if it had been given: what is approved is what approvers saw.
 */

type Job = DecidedJob<ErrorName, EventType, WarningCode>

/** Other terms from a day on. */
export const jobChangeProposal = (
  personId: string,
  input: JobChange,
  { before, after }: Job,
): Proposal & { kind: 'job_change' } => ({
  kind: 'job_change',
  change: 'change_job',
  personId,
  effectiveDate: input.effectiveDate,
  input: { ...input, patch: { ...input.patch, manager_id: after!.manager_id } },
  shown: { reason: input.reason, before: before!, after: after! },
})

/** What a row should have said. */
export const correctionProposal = (
  personId: string,
  input: JobCorrection,
  { before, after }: Job,
): Proposal & { kind: 'job_change' } => ({
  kind: 'job_change',
  change: 'correct_job',
  personId,
  effectiveDate: after!.valid_from,
  rowId: input.jobId,
  input,
  shown: { reason: 'correction', before: before!, after: after! },
})

/** Another employment. */
export const rehireProposal = (
  personId: string,
  { startDate, terms }: Rehire,
  { after }: Job,
): Proposal & { kind: 'job_change' } => ({
  kind: 'job_change',
  change: 'rehire',
  personId,
  effectiveDate: startDate,
  input: {
    startDate,
    terms: { ...terms, manager_id: after!.manager_id, legal_entity_id: after!.legal_entity_id },
  },
  shown: { reason: 'rehire', before: null, after: after! },
})

/** A last day that is set, moved or taken back. */
export const terminationProposal = (
  personId: string,
  input: WantedEnd,
  { change, before }: DecidedTermination,
): Proposal & { kind: 'termination' } => {
  // Only an end that is set can be taken back, and it is the end of the last row.
  const lastDay = input.lastDay ?? before.valid_to!
  return {
    kind: 'termination',
    change: 'terminate',
    personId,
    effectiveDate: lastDay,
    input,
    shown: { last_day: lastDay, reason: input.reason ?? null, job: before, change },
  }
}

type Pay = Pick<DecidedPay<ErrorName>, 'before'>

const amountOf = ({ amount, currency, period }: Pick<PayInput, 'amount' | 'currency' | 'period'>) => ({
  amount,
  currency,
  period,
})

const rowOf = (row: Pay['before']) => row && { ...amountOf(row), valid_from: row.valid_from }

/** Pay from a day on. */
export const payProposal = (
  personId: string,
  input: PayInput,
  { before }: Pay,
): Proposal & { kind: 'pay_change'; change: 'pay_add' } => ({
  kind: 'pay_change',
  change: 'pay_add',
  personId,
  effectiveDate: input.effective_date,
  input,
  shown: { ...amountOf(input), note: input.note, before: rowOf(before), removes: false },
})

/** A pay row that is taken out of the history. One that applies neither today nor later is removed without asking. */
export const payRemovalProposal = (
  personId: string,
  payId: string,
  { before, again, open }: DecidedPayRemoval,
): Proposal & { kind: 'pay_change' } => ({
  kind: 'pay_change',
  change: 'pay_remove',
  personId,
  effectiveDate: before!.valid_from,
  rowId: payId,
  free: !open,
  input: {},
  shown: { ...amountOf(before!), note: before!.note, before: rowOf(again), removes: true },
})
