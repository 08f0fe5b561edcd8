import { addDays, type Day, type Span } from './day.ts'
import type { Timeline } from './employment.ts'
import type { ManagerSpan } from './reporting-line.ts'

/**
 * The spans in which somebody has a manager after a change whom they did not have on those days before. Only these can
 * close a loop: all other lines were there already.
 */
export const newLines = (personId: string, before: Timeline, after: Timeline): ManagerSpan[] =>
  after.rows.flatMap((row) => {
    const managerId = row.terms.manager_id
    if (managerId === null) return []
    const same = before.rows.filter(({ terms }) => terms.manager_id === managerId)
    const span: Span = { from: row.validFrom, to: row.validTo }
    return same
      .reduce<Span[]>(
        (left, one) => left.flatMap((part) => without(part, one.validFrom, one.validTo)),
        [span],
      )
      .map((part) => ({ personId, managerId, ...part }))
  })

/** What is left of a span without the days from `from` to `to`. */
const without = (span: Span, from: Day, to: Day | null): Span[] => {
  const apart = (to !== null && to < span.from) || (span.to !== null && span.to < from)
  if (apart) return [span]
  return [
    ...(span.from < from ? [{ from: span.from, to: addDays(from, -1) }] : []),
    ...(to !== null && (span.to === null || to < span.to) ? [{ from: addDays(to, 1), to: span.to }] : []),
  ]
}
