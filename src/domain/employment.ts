import { problem, type Problem } from '../errors.ts'
import type { Day } from './day.ts'

export type EmploymentType = 'full_time' | 'part_time' | 'contractor' | 'intern'
export type ContractType = 'permanent' | 'fixed_term' | 'temporary' | 'internship' | 'freelance'
export type EmploymentStatus = 'pre_hire' | 'active' | 'terminated'

/** What a job row says besides its dates, in the contract's names; references are ids. */
export type JobTerms = {
  title: string
  unit_id: string | null
  manager_id: string | null
  location_id: string | null
  legal_entity_id: string | null
  employment_type: EmploymentType
  fte: number
  contract_type: ContractType
  contract_end_date: Day | null
  probation_end_date: Day | null
  weekly_hours: number | null
  notice_period_days: number | null
}

/** What is agreed when nothing else is said: full time, for good. */
export const usualTerms = {
  employment_type: 'full_time',
  fte: 1,
  contract_type: 'permanent',
  contract_end_date: null,
  probation_end_date: null,
  weekly_hours: null,
  notice_period_days: null,
} as const satisfies Partial<JobTerms>

/** From a hire to the last day worked, both included; `lastDay` null = open. A rehire starts another. */
export type Employment = { id: string; startDate: Day; lastDay: Day | null }

/** The terms in force from `validFrom` to `validTo`, both included; `validTo` null = until further notice. */
export type JobRow<Terms extends object> = Terms & {
  id: string
  employmentId: string
  validFrom: Day
  validTo: Day | null
}

/**
 * All of one person's working life here: at least one employment, each tiled by its rows without gap or
 * overlap, both lists by date. A value, never changed in place: a change of job, an end or a rehire gives a
 * new timeline.
 */
export type Timeline<Terms extends object> = {
  readonly employments: readonly Employment[]
  readonly rows: readonly Readonly<JobRow<Terms>>[]
}

type DatedTerms = Pick<JobTerms, 'contract_type' | 'contract_end_date' | 'probation_end_date'>

/** The timeline of someone new: one open employment with one open row, from the start date. */
export const hire = <Terms extends object>(
  terms: Terms,
  startDate: Day,
  ids: { employmentId: string; rowId: string },
): Timeline<Terms> => ({
  employments: [{ id: ids.employmentId, startDate, lastDay: null }],
  rows: [{ ...terms, id: ids.rowId, employmentId: ids.employmentId, validFrom: startDate, validTo: null }],
})

const datedFields = ['contract_end_date', 'probation_end_date'] as const

/** Dates that contradict the start date: the input is refused. Empty = none. */
export const termsProblems = (terms: DatedTerms, startDate: Day): Problem<'before_start_date'>[] =>
  datedFields
    .filter((field) => terms[field] !== null && terms[field] < startDate)
    .map((field) => problem('before_start_date', { field, start_date: startDate }))

/**
 * Terms that are accepted but look like a slip, as sentences for the caller. Empty = none,
 * and while `termsProblems` has something to refuse: one fault is not told twice.
 */
export const termsWarnings = (terms: DatedTerms, startDate: Day): string[] => {
  if (termsProblems(terms, startDate).length > 0) return []
  const { contract_type: type, contract_end_date: contractEnd, probation_end_date: probationEnd } = terms
  const warnings: string[] = []
  if (type === 'permanent' && contractEnd !== null) {
    warnings.push(
      `The contract is permanent but has an end date, ${contractEnd}: clear the date or change the type`,
    )
  }
  if (type === 'fixed_term' && contractEnd === null) {
    warnings.push('The contract is for a fixed term but has no end date: set contract_end_date')
  }
  if (contractEnd !== null && probationEnd !== null && probationEnd > contractEnd) {
    warnings.push(
      `Probation ends on ${probationEnd}, after the contract does on ${contractEnd}: check both dates`,
    )
  }
  return warnings
}

/** Nobody is born later than today. Empty = none. A birthday is private: no message repeats it. */
export const birthdayProblems = (
  birthday: Day | null | undefined,
  today: Day,
): Problem<'birthday_in_future'>[] =>
  birthday && birthday > today ? [problem('birthday_in_future', {})] : []

const yearsApart = (from: Day, to: Day): number => Number(to.slice(0, 4)) - Number(from.slice(0, 4))
const longestCareer = 70
const furthestPlan = 3

/** Dates of a hire that can be but look like a slip of the finger, such as the year 0206. Empty = none. */
export const dateWarnings = (startDate: Day, birthday: Day | null | undefined, today: Day): string[] => [
  ...(yearsApart(startDate, today) > longestCareer
    ? [`The start date ${startDate} is more than ${longestCareer} years ago: check the year`]
    : []),
  ...(yearsApart(today, startDate) > furthestPlan
    ? [`The start date ${startDate} is more than ${furthestPlan} years ahead: check the year`]
    : []),
  ...(birthday && startDate < birthday
    ? [`The start date ${startDate} is before the birthday: check both`]
    : []),
]
