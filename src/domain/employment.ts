import { problem, type Problem } from '../errors.ts'
import { addDays, compareDays, covers } from './day.ts'
import type { Day, Span } from './day.ts'

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

/** The terms of a job when the input does not give others: full time, without an end. */
export const usualTerms = {
  employment_type: 'full_time',
  fte: 1,
  contract_type: 'permanent',
  contract_end_date: null,
  probation_end_date: null,
  weekly_hours: null,
  notice_period_days: null,
} as const satisfies Partial<JobTerms>

/** From the start date to the last day worked, both included; `lastDay` null = open. A rehire starts another one. */
export type Employment = { id: string; startDate: Day; lastDay: Day | null }

/** The terms in force from `validFrom` to `validTo`, both included; `validTo` null = until further notice. */
export type JobRow<Terms extends object> = Terms & {
  id: string
  employmentId: string
  validFrom: Day
  validTo: Day | null
}

/**
 * The whole job history of one person: at least one employment, and for each employment job rows that cover all of its
 * days without gaps and overlaps. Both lists are in order of date. A timeline is never changed: a change of job, an end
 * or a rehire makes a new one. `checkTimeline` says the rules in full; the other functions rely on them.
 */
export type Timeline<Terms extends object> = {
  readonly employments: readonly Employment[]
  readonly rows: readonly Readonly<JobRow<Terms>>[]
}

type DatedTerms = Pick<JobTerms, 'contract_type' | 'contract_end_date' | 'probation_end_date'>

const employed = (employment: Employment, day: Day): boolean =>
  covers({ from: employment.startDate, to: employment.lastDay }, day)

/** The status on a day: active when employed on it, pre_hire when an employment starts later, else terminated. */
export const statusOn = (timeline: Timeline<object>, day: Day): EmploymentStatus => {
  if (timeline.employments.some((each) => employed(each, day))) return 'active'
  return timeline.employments.some((each) => each.startDate > day) ? 'pre_hire' : 'terminated'
}

/** The employment to show for a day: the one that covers it, else the next one to start, else the last one. */
export const employmentOn = (timeline: Timeline<object>, day: Day): Employment => {
  // They are in order of date: the first that does not end before the day covers it, or is the next one to start.
  const current = timeline.employments.find((each) => each.lastDay === null || each.lastDay >= day)
  const found = current ?? timeline.employments.at(-1)
  if (!found) throw new Error('A timeline has at least one employment')
  return found
}

/** The job row of a day; null when the day is in no employment. */
export const rowOn = <Terms extends object>(
  timeline: Timeline<Terms>,
  day: Day,
): Readonly<JobRow<Terms>> | null =>
  timeline.rows.find((row) => covers({ from: row.validFrom, to: row.validTo }, day)) ?? null

/** The first row to start after a day, of this employment or a later one; null when nothing is scheduled. */
export const nextRow = <Terms extends object>(
  timeline: Timeline<Terms>,
  day: Day,
): Readonly<JobRow<Terms>> | null => timeline.rows.find((row) => row.validFrom > day) ?? null

/** The first day of the first employment. */
export const originalStartDate = (timeline: Timeline<object>): Day => {
  const first = timeline.employments[0]
  if (!first) throw new Error('A timeline has at least one employment')
  return first.startDate
}

/** The timeline of a new person: one open employment with one open job row, both from the start date. */
export const hire = <Terms extends object>(
  terms: Terms,
  startDate: Day,
  ids: { employmentId: string; rowId: string },
): Timeline<Terms> => ({
  employments: [{ id: ids.employmentId, startDate, lastDay: null }],
  rows: [{ ...terms, id: ids.rowId, employmentId: ids.employmentId, validFrom: startDate, validTo: null }],
})

const duplicates = (ids: readonly string[]): string[] => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
]

/** The days of an employment or of a row, and its name in problems. */
type NamedSpan = Span & { name: string }

const backwards = (spans: readonly NamedSpan[]): string[] =>
  spans
    .filter((span) => span.to !== null && span.to < span.from)
    .map((span) => `${span.name} ends on ${span.to}, before it starts on ${span.from}`)

const unordered = (spans: readonly NamedSpan[]): string[] =>
  spans
    .filter((span, index) => index > 0 && span.from < spans[index - 1]!.from)
    .map((span) => `${span.name} starts on ${span.from}, before the one listed ahead of it`)

const overlap = (before: NamedSpan, after: NamedSpan): boolean =>
  before.to === null || after.from <= before.to

/** Reports overlaps of spans that follow each other; with `gapless` also days between them. */
const neighbours = (spans: readonly NamedSpan[], gapless: boolean): string[] => {
  const sorted = spans.toSorted((a, b) => compareDays(a.from, b.from))
  return sorted.slice(1).flatMap((after, index) => {
    const before = sorted[index]!
    if (overlap(before, after)) {
      return [`${after.name} starts on ${after.from}, before ${before.name} has ended`]
    }
    const gap = gapless && addDays(after.from, -1) !== before.to
    return gap ? [`no row covers the days between ${before.name} and ${after.name}`] : []
  })
}

const tiling = (employment: Employment, rows: readonly NamedSpan[]): string[] => {
  const sorted = rows.toSorted((a, b) => compareDays(a.from, b.from))
  const first = sorted[0]
  const last = sorted.at(-1)
  if (!first || !last) return [`employment ${employment.id} has no row`]
  const problems = neighbours(rows, true)
  if (first.from !== employment.startDate) {
    problems.push(`${first.name} starts on ${first.from}, its employment on ${employment.startDate}`)
  }
  if (last.to !== employment.lastDay) {
    problems.push(
      `${last.name} ends on ${last.to ?? 'no day'}, its employment on ${employment.lastDay ?? 'no day'}`,
    )
  }
  return problems
}

const rowSpans = (rows: readonly JobRow<object>[]): NamedSpan[] =>
  rows.map((row) => ({ name: `row ${row.id}`, from: row.validFrom, to: row.validTo }))

/**
 * Each rule of timelines that this one breaks, as a sentence that names the employment or row. Empty: it is correct.
 */
export const checkTimeline = (timeline: Timeline<object>): string[] => {
  const { employments, rows } = timeline
  const employmentSpans = employments.map((each) => ({
    name: `employment ${each.id}`,
    from: each.startDate,
    to: each.lastDay,
  }))
  const rowsOf = Map.groupBy(rows, (row) => row.employmentId)
  const known = new Set(employments.map((each) => each.id))
  const open = rows.filter((row) => row.validTo === null)
  return [
    ...(employments.length === 0 ? ['there is no employment'] : []),
    ...duplicates(employments.map((each) => each.id)).map((id) => `employment ${id} is listed twice`),
    ...duplicates(rows.map((row) => row.id)).map((id) => `row ${id} is listed twice`),
    ...rows
      .filter((row) => !known.has(row.employmentId))
      .map((row) => `row ${row.id} belongs to no employment`),
    ...backwards([...employmentSpans, ...rowSpans(rows)]),
    ...unordered(employmentSpans),
    ...unordered(rowSpans(rows)),
    ...neighbours(employmentSpans, false),
    ...employments.flatMap((each) => tiling(each, rowSpans(rowsOf.get(each.id) ?? []))),
    ...(open.length > 1 ? [`rows ${open.map((row) => row.id).join(', ')} are all open-ended`] : []),
  ]
}

const datedFields = ['contract_end_date', 'probation_end_date'] as const

/** Dates before the start date. The input is refused for them. */
export const termsProblems = (terms: DatedTerms, startDate: Day): Problem<'before_start_date'>[] =>
  datedFields
    .filter((field) => terms[field] !== null && terms[field] < startDate)
    .map((field) => problem('before_start_date', { field, start_date: startDate }))

/**
 * Terms that are accepted but look like a mistake, as sentences for the caller. Empty when `termsProblems` refuses the
 * terms: the same mistake is not told twice.
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

/** A birthday after today is refused. No message repeats it, because birthdays are private. */
export const birthdayProblems = (
  birthday: Day | null | undefined,
  today: Day,
): Problem<'birthday_in_future'>[] =>
  birthday && birthday > today ? [problem('birthday_in_future', {})] : []

const yearsApart = (from: Day, to: Day): number => Number(to.slice(0, 4)) - Number(from.slice(0, 4))
const longestCareerYears = 70
const furthestPlanYears = 3

/** Dates of a hire that are accepted but look like a typing mistake, such as the year 0206. */
export const dateWarnings = (startDate: Day, birthday: Day | null | undefined, today: Day): string[] => [
  ...(yearsApart(startDate, today) > longestCareerYears
    ? [`The start date ${startDate} is more than ${longestCareerYears} years ago: check the year`]
    : []),
  ...(yearsApart(today, startDate) > furthestPlanYears
    ? [`The start date ${startDate} is more than ${furthestPlanYears} years ahead: check the year`]
    : []),
  ...(birthday && startDate < birthday
    ? [`The start date ${startDate} is before the birthday: check both`]
    : []),
]
