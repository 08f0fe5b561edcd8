import { problem, type Problem } from '../errors.ts'
import type { Day } from './day.ts'

/** The rules of positions: from which state to which they go, and who sees what of them. */

export type PositionStatus = 'draft' | 'open' | 'on_hold' | 'filled' | 'cancelled'

export const activeStatuses: readonly PositionStatus[] = ['draft', 'open', 'on_hold']
export const closedStatuses: readonly PositionStatus[] = ['filled', 'cancelled']
export const isClosed = (status: PositionStatus): boolean => closedStatuses.includes(status)

/** So many positions of an organization are not closed. */
export const mostActive = 2000

/** The states that a position goes to from each state. A filled one is opened again only by `canReopen`. */
const moves: Readonly<Record<PositionStatus, readonly PositionStatus[]>> = {
  draft: ['open', 'cancelled'],
  open: ['on_hold', 'filled', 'cancelled'],
  on_hold: ['open', 'filled', 'cancelled'],
  filled: ['open'],
  cancelled: [],
}

/** Refuses what changes a position that is filled or cancelled. */
export const closedProblems = (status: PositionStatus): Problem<'position_closed'>[] =>
  isClosed(status) ? [problem('position_closed', {})] : []

/** Refuses to fill a position that is neither open nor on hold. */
export const fillProblems = (status: PositionStatus): Problem<'position_closed' | 'position_is_draft'>[] =>
  isClosed(status) || moves[status].includes('filled')
    ? closedProblems(status)
    : [problem('position_is_draft', {})]

/** Refuses a state that a position does not go to from its own; one that it is in already is none. */
export const statusProblems = (
  from: PositionStatus,
  to: PositionStatus,
): Problem<'position_closed' | 'position_status_refused'>[] =>
  isClosed(from) || from === to || moves[from].includes(to)
    ? closedProblems(from)
    : [problem('position_status_refused', {})]

/** The employment that began with a filled position, as it is now. */
export interface Filling {
  start_date: Day
  last_day: Day | null
}

/**
 * Tells whether a filled position is opened again: nobody has begun to work in it.
 *
 * @param filling null: the employment was taken back; undefined: somebody has it who worked here before
 */
export function canReopen(status: PositionStatus, filling: Filling | null | undefined, today: Day): boolean {
  if (status !== 'filled' || filling === undefined) return false
  return filling === null || filling.start_date > today || filling.last_day === filling.start_date
}

export interface PayRange {
  min: number
  max: number
  currency: string
  period: 'year' | 'month' | 'hour'
}

/** The input of a position, as far as its parts depend on each other. */
export interface PositionTerms {
  reports_to_person_id: string | null
  reports_to_position_id: string | null
  pay_range: PayRange | null
  reason: 'new' | 'replacement'
  replaces_person_id: string | null
}

/** Refuses values that contradict each other. */
export const termProblems = (
  terms: PositionTerms,
): Problem<'reports_to_two' | 'replaces_without_reason' | 'pay_range_reversed'>[] => [
  ...(terms.reports_to_person_id !== null && terms.reports_to_position_id !== null
    ? [problem('reports_to_two', {})]
    : []),
  ...(terms.replaces_person_id !== null && terms.reason !== 'replacement'
    ? [problem('replaces_without_reason', {})]
    : []),
  ...(terms.pay_range !== null && terms.pay_range.max < terms.pay_range.min
    ? [problem('pay_range_reversed', {})]
    : []),
]

/** Refuses one more position that is not closed. */
export const countProblems = (
  count: number,
  field: 'title' | 'position_id',
): Problem<'too_many_positions'>[] =>
  count < mostActive ? [] : [problem('too_many_positions', { field, count })]

/** The reader of positions, for the condition that decides which they see (`src/queries/org/positions.ts`). */
export interface PositionReader {
  /** Owners, admins and HR see all of them, with their notes. */
  hr: boolean
  /** They see the job of everybody. Others see that of people below them. */
  jobTier: boolean
  /** Pay ranges are for them in the web app. */
  pay: boolean
  /** Others see what is to report to them or below them. */
  personId: string | null
}
