import { addDays, compareDays, covers, lastDayOfTime, minDay } from './day.ts'
import type { Day } from './day.ts'

/**
 * A person's manager from one day to another: the part of a job row that the reporting line needs. `from` and `to` are
 * both included; `to` null = open. The spans of one person never overlap, because the rows of a timeline do not. Lists
 * of spans may be in any order.
 */
export type ManagerSpan = { personId: string; managerId: string | null; from: Day; to: Day | null }

/** A loop: its first day, and the path from the person up through the managers to the person again. */
export type ReportingCycle = { at: Day; path: string[] }

type Lines = Map<string, ManagerSpan[]>

const byPerson = (spans: readonly ManagerSpan[]): Lines => {
  const lines = Map.groupBy(spans, (span) => span.personId)
  for (const line of lines.values()) line.sort((a, b) => compareDays(a.from, b.from))
  return lines
}

/** How many of the sorted spans have started by the day. */
const startedBy = (line: readonly ManagerSpan[], day: Day): number => {
  let low = 0
  let high = line.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (line[middle]!.from <= day) low = middle + 1
    else high = middle
  }
  return low
}

/** A person's manager on a day, and the last day for which this answer holds. */
const managerOn = (
  line: readonly ManagerSpan[],
  day: Day,
): { managerId: string | null; until: Day | null } => {
  const started = startedBy(line, day)
  const current = line[started - 1]
  const next = line[started]
  const beforeNext = next ? addDays(next.from, -1) : null
  if (!current || !covers(current, day)) return { managerId: null, until: beforeNext }
  return { managerId: current.managerId, until: minDay(current.to, beforeNext) }
}

/**
 * Walks up from the proposed manager on one day, until it reaches the person (a loop) or somebody without a manager.
 * The person's own spans are not read: on these days the proposal replaces them.
 */
const climb = (
  lines: Lines,
  proposed: ManagerSpan,
  day: Day,
): { path: string[]; closed: boolean; until: Day | null } => {
  const path = [proposed.personId]
  const seen = new Set<string>()
  let until = proposed.to
  let above = proposed.managerId
  while (above !== null && !seen.has(above)) {
    path.push(above)
    if (above === proposed.personId) return { path, closed: true, until }
    seen.add(above)
    const step = managerOn(lines.get(above) ?? [], day)
    until = minDay(until, step.until)
    above = step.managerId
  }
  return { path, closed: false, until }
}

/**
 * The first day on which the proposed span would put the person above themselves, and that loop; null when there is no
 * such day. On its days the proposal replaces the person's own spans, so `spans` may contain those. A loop that exists
 * without the proposal is not reported.
 */
export const findCycle = (spans: readonly ManagerSpan[], proposed: ManagerSpan): ReportingCycle | null => {
  if (proposed.to !== null && proposed.to < proposed.from) return null
  const lines = byPerson(spans)
  // The managers above change only on a day when one of their spans ends. So one walk is enough for all days until
  // then.
  let day = proposed.from
  while (true) {
    const { path, closed, until } = climb(lines, proposed, day)
    if (closed) return { at: day, path }
    if (until === null || until === proposed.to || until === lastDayOfTime) return null
    day = addDays(until, 1)
  }
}
