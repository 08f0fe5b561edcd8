import { addDays, type Day } from './day.ts'
import type { JobTerms } from './employment.ts'
import { problem, type Problem } from '../errors.ts'
import { warning, type Warning } from '../warnings.ts'
import { firstOf, type Named } from './format-list.ts'

/** The end of an employment, as the input gives it: left out, null for none, or a value. */
export interface WantedEnd {
  lastDay: Day | null
  type?: string | null | undefined
  reason?: string | null | undefined
}

/** An end that is taken back has neither type nor reason. */
export const wantedEndProblems = ({
  lastDay,
  type,
  reason,
}: WantedEnd): Problem<'cancel_takes_no_reason'>[] =>
  lastDay !== null
    ? []
    : [
        ...(type ? [problem('cancel_takes_no_reason', { field: 'type' })] : []),
        ...(reason ? [problem('cancel_takes_no_reason', { field: 'reason' })] : []),
      ]

/** Names the rows that would begin after the last day, and are gone. */
export const removedWarnings = (
  rows: readonly { valid_from: Day; title: string }[],
): Warning<'scheduled_rows_removed'>[] => {
  const { first, more } = firstOf(rows.map(({ valid_from: day, title }) => ({ day, title })))
  return rows.length === 0 ? [] : [warning('scheduled_rows_removed', { rows: first, more })]
}

/** People, units, tasks and positions that depend on somebody who leaves. */
export interface Dependents {
  /** People whose manager this is after the last day: how many, and the first ones. */
  reports: { total: number; people: Named[] }
  /** Active units that the person leads. */
  led: Named[]
  /** No other active member is an owner. */
  lastOwner: boolean
  /** Open tasks of checklists about others that the person does. */
  openTasks: number
  /** Positions that are open or on hold and report to the person by name. */
  positions: number
  /** The state of the login that belongs to the person; null for none. */
  login: 'active' | 'disabled' | null
}

/** Warnings of all that somebody should take care of before this person is gone. */
export const dependentsWarnings = ({
  reports,
  led,
  lastOwner,
  openTasks,
  positions,
}: Dependents): Warning<
  | 'reports_left_behind'
  | 'units_left_behind'
  | 'last_owner_leaves'
  | 'tasks_left_behind'
  | 'positions_left_behind'
>[] => [
  ...(reports.total > 0 ? [warning('reports_left_behind', peopleOf(reports))] : []),
  ...(led.length > 0 ? [warning('units_left_behind', unitsOf(led))] : []),
  ...(lastOwner ? [warning('last_owner_leaves', {})] : []),
  ...(openTasks > 0 ? [warning('tasks_left_behind', { count: openTasks })] : []),
  ...(positions > 0 ? [warning('positions_left_behind', { count: positions })] : []),
]

const peopleOf = ({ people, total }: Dependents['reports']) => {
  const { first, more } = firstOf(people, total)
  return { people: first, more }
}

const unitsOf = (led: readonly Named[]) => {
  const { first, more } = firstOf(led)
  return { units: first, more }
}

/**
 * Warnings of people and units that still name somebody who comes back: rows and units keep whoever has left, and
 * from the start date on it counts again.
 */
export const returnWarnings = ({
  reports,
  led,
}: Pick<Dependents, 'reports' | 'led'>): Warning<'reports_return' | 'units_return'>[] => [
  ...(reports.total > 0 ? [warning('reports_return', peopleOf(reports))] : []),
  ...(led.length > 0 ? [warning('units_return', unitsOf(led))] : []),
]

/**
 * Warns of a login that does not come back with its person: it closes once an employment is over and none has begun, and then
 * stays closed.
 *
 * @param lastDay the last day of the employment before, as it was
 * @param from the first day on which the person is to be here again
 */
export const closedLoginWarnings = (
  { login }: Pick<Dependents, 'login'>,
  { lastDay, from, today }: { lastDay: Day | null; from: Day; today: Day },
): Warning<'login_stays_closed'>[] => {
  const closes = login === 'active' && lastDay !== null && addDays(lastDay, 1) < from && from > today
  return login === 'disabled' || closes ? [warning('login_stays_closed', {})] : []
}

type LastDayWarning = Warning<
  | 'contract_ends_before_last_day'
  | 'end_of_contract_without_date'
  | 'contract_ends_after_last_day'
  | 'shorter_than_notice'
>

type EndedTerms = Pick<JobTerms, 'contract_type' | 'contract_end_date' | 'notice_period_days'>

/**
 * A last day that the terms of the job contradict.
 *
 * @param terms of the last row
 * @param type why the employment ends
 * @param moved whether the last day is another one than before; if not, its notice was judged before
 */
export const lastDayWarnings = (
  terms: EndedTerms,
  { lastDay, type, moved, today }: { lastDay: Day; type: string | null; moved: boolean; today: Day },
): LastDayWarning[] => {
  const { contract_end_date: contractEnd, notice_period_days: notice } = terms
  const warnings: LastDayWarning[] = []
  if (contractEnd !== null && lastDay > contractEnd)
    warnings.push(warning('contract_ends_before_last_day', { contract_end_date: contractEnd }))
  if (type === 'end_of_contract' && contractEnd === null)
    warnings.push(warning('end_of_contract_without_date', {}))
  if (type === 'end_of_contract' && contractEnd !== null && lastDay < contractEnd)
    warnings.push(warning('contract_ends_after_last_day', { contract_end_date: contractEnd }))
  if (moved && notice !== null && lastDay >= today && lastDay < addDays(today, notice))
    warnings.push(warning('shorter_than_notice', { days: notice }))
  return warnings
}
