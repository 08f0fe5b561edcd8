import { addDays, type Day, type Span } from './day.ts'
import type { JobRow, Timeline } from './employment.ts'
import type { ManagerSpan } from './reporting-line.ts'

type Row = Readonly<JobRow>

/**
 * The spans in which somebody has a manager after a change whom they did not have on those days before. Only these can
 * close a loop: all other lines were there already. Days that follow each other are one span, however many rows they are.
 *
 * The rows of both timelines are in order of date, so each is looked at once: a history may have thousands of them.
 */
export const newManagerSpans = (personId: string, before: Timeline, after: Timeline): ManagerSpan[] => {
  let first = 0
  const lines = after.rows.flatMap((row) => {
    const managerId = row.terms.manager_id
    while (first < before.rows.length && isOver(before.rows[first]!, row.validFrom)) first++
    if (managerId === null) return []
    return (
      overlapping(before.rows, first, row)
        .filter(({ terms }) => terms.manager_id === managerId)
        // A change moves the ends of a row by one neighbour each, so these are a few rows.
        .reduce<Span[]>(
          (left, one) => left.flatMap((part) => without(part, one.validFrom, one.validTo)),
          [{ from: row.validFrom, to: row.validTo }],
        )
        .map((part) => ({ personId, managerId, ...part }))
    )
  })
  return joined(lines)
}

const isOver = ({ validTo }: Row, day: Day): boolean => validTo !== null && validTo < day

/** The rows from `first` on that begin before the row ends. */
function overlapping(rows: readonly Row[], first: number, { validTo }: Row): readonly Row[] {
  let end = first
  while (end < rows.length && (validTo === null || rows[end]!.validFrom <= validTo)) end++
  return rows.slice(first, end)
}

/** Cuts the days from `from` to `to` out of a span. */
const without = (span: Span, from: Day, to: Day | null): Span[] => {
  const apart = (to !== null && to < span.from) || (span.to !== null && span.to < from)
  if (apart) return [span]
  return [
    ...(span.from < from ? [{ from: span.from, to: addDays(from, -1) }] : []),
    ...(to !== null && (span.to === null || to < span.to) ? [{ from: addDays(to, 1), to: span.to }] : []),
  ]
}

/** The lines, with those of the same manager that follow each other joined. */
function joined(lines: readonly ManagerSpan[]): ManagerSpan[] {
  const result: ManagerSpan[] = []
  for (const line of lines) {
    const last = result.at(-1)
    const follows =
      last && last.managerId === line.managerId && last.to !== null && addDays(last.to, 1) === line.from
    if (follows) result[result.length - 1] = { ...last, to: line.to }
    else result.push(line)
  }
  return result
}
