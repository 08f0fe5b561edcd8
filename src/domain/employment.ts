import { problem, type Problem } from '../errors.ts'
import { warning, type Warning } from '../warnings.ts'
import type { Day } from './day.ts'
import { jobFieldNames, type JobValues } from './job-fields.ts'
import { firstOf } from './format-list.ts'

export type EmploymentStatus = 'pre_hire' | 'active' | 'terminated'

/** The terms that point to other records. */
export const placeNames = ['unit_id', 'manager_id', 'location_id', 'legal_entity_id'] as const

/** The terms of a job row besides its dates, in the contract's names; references are ids. */
export type JobTerms = { title: string } & {
  [Name in (typeof placeNames)[number]]: string | null
} & JobValues

export type TermName = keyof JobTerms

/** All terms, in the order in which the contract lists them. */
export const termNames: readonly TermName[] = ['title', ...placeNames, ...jobFieldNames]

/** From the start date to the last day worked, both included; `lastDay` null = open. A rehire starts another one. */
export type Employment = {
  id: string
  startDate: Day
  lastDay: Day | null
  /** Why it ended, as a kind and in words; null while it is open, and when nothing was said. */
  endType: string | null
  endReason: string | null
}

/** The terms in force from `validFrom` to `validTo`, both included; `validTo` null = until further notice. */
export type JobRow = {
  id: string
  employmentId: string
  validFrom: Day
  validTo: Day | null
  /** `hire`, `rehire`, or what kind of change it is. */
  reason: string
  /** The terms that this row set itself; the rest is as in the row before. The first row of an employment set all. */
  own: readonly TermName[]
  terms: JobTerms
}

/**
 * The whole job history of one person: at least one employment, and for each employment job rows that cover all of its
 * days without gaps and overlaps. Both lists are in order of date. A timeline is never changed: `timeline.ts` makes others
 * from it.
 */
export type Timeline = {
  readonly employments: readonly Employment[]
  readonly rows: readonly Readonly<JobRow>[]
}

/**
 * As many rows as a history may have. A change can reach all later rows, and whoever reads a history gets all of them at
 * once: thousands would make everybody else wait.
 */
export const mostJobRows = 500

/** The history of somebody who is not stored yet. */
export const noTimeline: Timeline = { employments: [], rows: [] }

/** The employment that a row belongs to. */
export function employmentOf(
  { employments }: Pick<Timeline, 'employments'>,
  { employmentId }: Pick<JobRow, 'employmentId'>,
): Employment {
  const found = employments.find(({ id }) => id === employmentId)
  if (!found) throw new Error('A job row lies outside all employments.')
  return found
}

export const isFull = ({ rows }: Timeline): boolean => rows.length >= mostJobRows

type DatedTerms = Pick<JobTerms, 'contract_end_date' | 'probation_end_date'>
type JudgedTerms = DatedTerms & Pick<JobTerms, 'contract_type' | 'employment_type' | 'fte'>

/** The terms that `termsWarnings` judges. */
export const judgedTerms: readonly TermName[] = [
  'employment_type',
  'fte',
  'contract_type',
  'contract_end_date',
  'probation_end_date',
]

/** The timeline of a new person: one open employment with one open job row, both from the start date. */
export const hire = (
  terms: JobTerms,
  startDate: Day,
  { employmentId, rowId }: { employmentId: string; rowId: string },
): Timeline => ({
  employments: [{ id: employmentId, startDate, lastDay: null, endType: null, endReason: null }],
  rows: [
    { id: rowId, employmentId, validFrom: startDate, validTo: null, reason: 'hire', own: termNames, terms },
  ],
})

const datedFields = ['contract_end_date', 'probation_end_date'] as const

/** Dates before the start date. The input is refused for them. */
export const termsProblems = (terms: DatedTerms, startDate: Day): Problem<'before_start_date'>[] =>
  datedFields
    .filter((field) => terms[field] !== null && terms[field] < startDate)
    .map((field) => problem('before_start_date', { field, start_date: startDate }))

type TermsWarning = Warning<
  'full_time_below_one' | 'permanent_contract_ends' | 'fixed_term_without_end' | 'probation_after_contract'
>

/**
 * Terms that are accepted but look like a mistake. Empty when `termsProblems` refuses the terms: the same mistake is not
 * told twice.
 */
export const termsWarnings = (terms: JudgedTerms, startDate: Day): TermsWarning[] => {
  if (termsProblems(terms, startDate).length > 0) return []
  const { contract_type: type, contract_end_date: contractEnd, probation_end_date: probationEnd } = terms
  const warnings: TermsWarning[] = []
  if (terms.employment_type === 'full_time' && terms.fte < 1) {
    warnings.push(warning('full_time_below_one', { fte: terms.fte }))
  }
  if (type === 'permanent' && contractEnd !== null) {
    warnings.push(warning('permanent_contract_ends', { contract_end_date: contractEnd }))
  }
  if (type === 'fixed_term' && contractEnd === null) {
    warnings.push(warning('fixed_term_without_end', {}))
  }
  if (contractEnd !== null && probationEnd !== null && probationEnd > contractEnd) {
    const dates = { probation_end_date: probationEnd, contract_end_date: contractEnd }
    warnings.push(warning('probation_after_contract', dates))
  }
  return warnings
}

/**
 * A changed row that does not fit the rest of its employment: it, or a later row that took the date over,
 * begins when the contract is over; or probation ends after the last day.
 *
 * @param row in the timeline, after the change
 * @param changed the terms that the change gave other values
 */
export const historyWarnings = (
  { employments, rows }: Timeline,
  row: Readonly<JobRow>,
  changed: readonly TermName[],
): Warning<'contract_ends_before_rows' | 'probation_after_last_day'>[] => {
  const { contract_end_date: contractEnd, probation_end_date: probationEnd } = row.terms
  const lastDay = employments.find(({ id }) => id === row.employmentId)?.lastDay ?? null
  const later = rows.filter((one) => one.employmentId === row.employmentId && one.validFrom > row.validFrom)
  const next = later.findIndex(({ own }) => own.includes('contract_end_date'))
  const reached = changed.includes('contract_end_date') ? later.slice(0, next === -1 ? undefined : next) : []
  const late = [row, ...reached].filter(({ validFrom }) => contractEnd !== null && validFrom > contractEnd)
  return [
    ...(contractEnd !== null && late.length > 0 ? [contractEndsBefore(late, contractEnd)] : []),
    ...(changed.includes('probation_end_date') &&
    probationEnd !== null &&
    lastDay !== null &&
    probationEnd > lastDay
      ? [warning('probation_after_last_day', { probation_end_date: probationEnd, last_day: lastDay })]
      : []),
  ]
}

/** A birthday after today is refused. No message repeats it, because birthdays are private. */
export const birthdayProblems = (
  birthday: Day | null | undefined,
  today: Day,
): Problem<'birthday_in_future'>[] =>
  birthday && birthday > today ? [problem('birthday_in_future', {})] : []

const yearsApart = (from: Day, to: Day): number => Number(to.slice(0, 4)) - Number(from.slice(0, 4))
const longestCareerYears = 70
const furthestPlanYears = 3

/**
 * A day that is accepted but looks like a typing mistake, such as one in the year 0206.
 *
 * @param field of the input
 */
export const farDateWarnings = (
  field: 'start_date' | 'effective_date' | 'valid_from',
  day: Day,
  today: Day,
): Warning<'day_long_ago' | 'day_far_ahead'>[] => [
  ...(yearsApart(day, today) > longestCareerYears
    ? [warning('day_long_ago', { field, day, years: longestCareerYears })]
    : []),
  ...(yearsApart(today, day) > furthestPlanYears
    ? [warning('day_far_ahead', { field, day, years: furthestPlanYears })]
    : []),
]

/** A birthday that does not fit the start date. No sentence repeats it, because birthdays are private. */
export const birthdayWarnings = (
  startDate: Day,
  birthday: Day | null | undefined,
): Warning<'start_before_birthday'>[] =>
  birthday && startDate < birthday ? [warning('start_before_birthday', { start_date: startDate })] : []

/** Warns of rows after the end of a contract, which is a slip of one or the other. */
function contractEndsBefore(
  late: readonly Readonly<JobRow>[],
  contractEnd: Day,
): Warning<'contract_ends_before_rows'> {
  const { first, more } = firstOf(late.map(({ validFrom: day, terms: { title } }) => ({ day, title })))
  return warning('contract_ends_before_rows', { contract_end_date: contractEnd, rows: first, more })
}

/** Rows and employments that one timeline has and the other has not, or has with other values. */
export interface Difference {
  employments: { added: Employment[]; changed: Employment[]; removed: string[] }
  rows: { added: Readonly<JobRow>[]; changed: Readonly<JobRow>[]; removed: string[] }
}

/** Lists the rows that must be written to make one timeline into the other. */
export const difference = (before: Timeline, after: Timeline): Difference => ({
  employments: compare(before.employments, after.employments),
  rows: compare(before.rows, after.rows),
})

/** Records that are the same object are unchanged: every operation keeps what it does not touch. */
const compare = <Record extends { id: string }>(before: readonly Record[], after: readonly Record[]) => {
  const old = new Map(before.map((one) => [one.id, one]))
  const kept = new Set(after.map(({ id }) => id))
  return {
    added: after.filter(({ id }) => !old.has(id)),
    changed: after.filter((one) => old.has(one.id) && old.get(one.id) !== one),
    removed: before.map(({ id }) => id).filter((id) => !kept.has(id)),
  }
}
