import { addDays, compareDays, covers, type Day, type Span } from '../../src/domain/day.ts'
import type { EmploymentStatus } from '../../src/domain/employment.ts'

/** The rules of timelines, calculated in memory. Tests compare the answers of the directory's SQL with them. */

export interface Employment {
  id: string
  startDate: Day
  lastDay: Day | null
}

export interface JobRow {
  id: string
  employmentId: string
  validFrom: Day
  validTo: Day | null
}

/** A timeline, as far as its days are concerned. */
export interface Timeline<Row extends JobRow = JobRow> {
  readonly employments: readonly Employment[]
  readonly rows: readonly Readonly<Row>[]
}

const employed = (employment: Employment, day: Day): boolean =>
  covers({ from: employment.startDate, to: employment.lastDay }, day)

/** The status on a day: active when employed on it, pre_hire when an employment starts later, else terminated. */
export const statusOn = (timeline: Timeline, day: Day): EmploymentStatus => {
  if (timeline.employments.some((each) => employed(each, day))) return 'active'
  return timeline.employments.some((each) => each.startDate > day) ? 'pre_hire' : 'terminated'
}

/** The employment to show for a day: the one that covers it, else the next one to start, else the last one. */
export const employmentOn = (timeline: Timeline, day: Day): Employment => {
  // They are in order of date: the first that does not end before the day covers it, or is the next one to start.
  const current = timeline.employments.find((each) => each.lastDay === null || each.lastDay >= day)
  const found = current ?? timeline.employments.at(-1)
  if (!found) throw new Error('A timeline has at least one employment')
  return found
}

/** The job row of a day; null when the day is in no employment. */
export const rowOn = <Row extends JobRow>(timeline: Timeline<Row>, day: Day): Readonly<Row> | null =>
  timeline.rows.find((row) => covers({ from: row.validFrom, to: row.validTo }, day)) ?? null

/** The first row to start after a day, of this employment or a later one; null when nothing is scheduled. */
export const nextRow = <Row extends JobRow>(timeline: Timeline<Row>, day: Day): Readonly<Row> | null =>
  timeline.rows.find((row) => row.validFrom > day) ?? null

/** The first day of the first employment. */
export const originalStartDate = (timeline: Timeline): Day => {
  const first = timeline.employments[0]
  if (!first) throw new Error('A timeline has at least one employment')
  return first.startDate
}

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
const neighbors = (spans: readonly NamedSpan[], gapless: boolean): string[] => {
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
  const problems = neighbors(rows, true)
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

const rowSpans = (rows: readonly JobRow[]): NamedSpan[] =>
  rows.map((row) => ({ name: `row ${row.id}`, from: row.validFrom, to: row.validTo }))

/**
 * Each rule of timelines that this one breaks, as a sentence that names the employment or row. Empty: it is correct.
 */
export const checkTimeline = (timeline: Timeline): string[] => {
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
    ...neighbors(employmentSpans, false),
    ...employments.flatMap((each) => tiling(each, rowSpans(rowsOf.get(each.id) ?? []))),
    ...(open.length > 1 ? [`rows ${open.map((row) => row.id).join(', ')} are all open-ended`] : []),
  ]
}
