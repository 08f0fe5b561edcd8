import { covers, type Day } from './day.ts'
import type { JobTerms } from './employment.ts'
import { usualTerms } from './job-fields.ts'
import { payOn } from './pay.ts'

/** What is done once a request is approved, by the names of the actions. */
export type Change = 'change_job' | 'correct_job' | 'rehire' | 'terminate' | 'pay_add' | 'pay_remove'

/** A pay row, as far as requests are compared with it. */
export interface PaidRow {
  id: string
  valid_from: Day
  amount: number
  currency: string
  period: string
}

/** A job row, as far as requests are compared with it. */
export interface HeldRow extends JobTerms {
  id: string
  valid_from: Day
  valid_to: Day | null
}

/** What changes of a person are based on. */
export interface History {
  /** In order of date. */
  employments: readonly { id: string; start_date: Day; last_day: Day | null }[]
  rows: readonly HeldRow[]
  /** In any order. Empty when no change of pay is concerned. */
  pay: readonly PaidRow[]
}

/** What a proposal changes. */
export interface Target {
  change: Change
  effectiveDate: Day
  /** The row that is corrected or removed. */
  rowId?: string | null
}

/** A part of the history, as JSON. It is stored with a request and compared later. */
export type Basis = Record<string, unknown>

/**
 * The part of a person's history that a change replaces. When it differs from what it was at the time of the proposal,
 * the request is outdated: its proposer and its approvers looked at something else.
 *
 * Ends of rows do not count: that a later row begins, or that the person leaves later, does not change what is replaced.
 */
export function basisOf(
  { change, effectiveDate, rowId }: Target,
  { employments, rows, pay }: History,
): Basis {
  if (change === 'terminate' || change === 'rehire') return { employment: employments.at(-1) ?? null }
  if (change === 'pay_remove') return removalOf(pay, rowId)
  if (change === 'pay_add') return { row: payOn(pay, effectiveDate) }
  const row = rows.find(({ id, valid_from: from, valid_to: to }) =>
    change === 'correct_job' ? id === rowId : covers({ from, to }, effectiveDate),
  )
  if (!row) return { row: null }
  const { valid_to: _end, ...terms } = row
  return { row: terms }
}

/** A basis as it was stored. A term that jobs have had only since then is as usual in it, as in the row itself. */
export const storedBasis = (change: Change, basis: Basis): Basis =>
  (change === 'change_job' || change === 'correct_job') && basis['row']
    ? { row: { ...usualTerms, ...(basis['row'] as object) } }
    : basis

/** The row that goes, and the one that applies again. */
function removalOf(pay: readonly PaidRow[], rowId: string | null | undefined): Basis {
  const row = pay.find(({ id }) => id === rowId)
  if (!row) return { row: null, again: null }
  const earlier = pay.filter(({ valid_from: from }) => from < row.valid_from)
  return { row, again: payOn(earlier, row.valid_from) }
}
