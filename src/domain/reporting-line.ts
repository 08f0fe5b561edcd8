import { addDays, compareDays, covers, lastDayOfTime, minDay } from './day.ts'
import type { Day } from './day.ts'

/**
 * Who a person's manager is over a period: a job row reduced to what the reporting line needs.
 * Days `from` to `to`, both included; `to` null = open. One person's spans never overlap: their timeline sees
 * to that. Lists of spans may come in any order.
 */
export type ManagerSpan = { personId: string; managerId: string | null; from: Day; to: Day | null }

/** A loop: the first day it exists; the person, the managers above nearest first, and the person again. */
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

/** A person's manager on a day, and the last day for which that answer is sure to hold. */
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
 * One walk up from the proposed manager on one day. The person's own spans are never read: reaching the
 * person is the loop, and on every day walked the proposal stands in for whatever they had.
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
 * Would the proposed span put the person above themselves on any of its days (which is never accepted)?
 * Answers with the first such day, or null. For its period the proposal replaces the person's own spans, so
 * those may stay in `spans`. A loop that is there without the proposal is not reported.
 */
export const findCycle = (spans: readonly ManagerSpan[], proposed: ManagerSpan): ReportingCycle | null => {
  if (proposed.to !== null && proposed.to < proposed.from) return null
  const lines = byPerson(spans)
  // The line above changes only where one of its spans ends: one climb answers for all days up to there.
  let day = proposed.from
  while (true) {
    const { path, closed, until } = climb(lines, proposed, day)
    if (closed) return { at: day, path }
    if (until === null || until === proposed.to || until === lastDayOfTime) return null
    day = addDays(until, 1)
  }
}
