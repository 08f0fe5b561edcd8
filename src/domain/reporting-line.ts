import { addDays, compareDays, covers, lastDayOfTime } from './day.ts'
import type { Day } from './day.ts'

/**
 * Who a person's manager is over a period: a job row reduced to what the reporting line needs.
 * Days `from` to `to`, both included; `to` null = open. One person's spans never overlap: their timeline sees
 * to that. Lists of spans may come in any order.
 */
export type ManagerSpan = { personId: string; managerId: string | null; from: Day; to: Day | null }

/** A loop: the first day it exists; the person, the managers above nearest first, and the person again. */
export type ReportingCycle = { at: Day; path: string[] }

/**
 * The proposed spans that would put somebody above themselves on any of their days (which is never accepted): for each
 * person the first such day of their first span that does. For its period a proposal replaces the person's own spans, so
 * those may stay in `spans`. A loop that is there without the proposals is not reported.
 *
 * It climbs with all days at once: each manager is looked at with the days on which the climb gets there. To climb once
 * for each day on which somebody above changes managers would take seconds where many people are above each other. Where a
 * line was climbed to its end, nobody climbs again: so all proposals that make no loop take as many steps as there are
 * people and days above them. It yields wherever it may be interrupted (see src/slices.ts).
 *
 * @param proposals of one person, or of several. Those of several must be among the spans, too
 */
export function* findCycles(
  spans: readonly ManagerSpan[],
  proposals: readonly ManagerSpan[],
): Generator<undefined, Map<string, ReportingCycle>, undefined> {
  const lines = yield* byPerson(spans)
  const ending: Walked = new Map()
  const cycles = new Map<string, ReportingCycle>()
  for (const proposed of proposals) {
    const cycle = cycles.has(proposed.personId) ? null : yield* cycleIn(lines, proposed, ending)
    if (cycle) cycles.set(proposed.personId, cycle)
  }
  return cycles
}

/** So many managers are looked at in a tenth of a millisecond. */
const managersAtOnce = 50
const spansAtOnce = 200

/** The days on which somebody was looked at. */
type Walked = Map<string, Period[]>

/** @param ending days on which people's lines come to an end, and so are in no loop; the climb adds those that it finds */
function* cycleIn(
  lines: Lines,
  proposed: ManagerSpan,
  ending: Walked,
): Generator<undefined, ReportingCycle | null, undefined> {
  if (proposed.to !== null && proposed.to < proposed.from) return null
  if (proposed.managerId === null) return null
  const walked: Walked = new Map()
  let isLoop = false
  const waiting = new Map([[proposed.managerId, [periodOf(proposed)]]])
  let first = Infinity
  // The loop also comes to those who are added meanwhile, and to those who are added again with more days.
  let count = 0
  for (const [personId, periods] of waiting) {
    if (count++ % managersAtOnce === 0) yield
    waiting.delete(personId)
    const reached = merged(periods)
    if (personId === proposed.personId) {
      first = Math.min(first, reached[0]!.from)
      continue
    }
    const open = without(reached, ending.get(personId) ?? [])
    const before = walked.get(personId) ?? []
    const fresh = without(open, before)
    // On one day there is one way up. Who comes by twice on it goes round in a loop, perhaps of others.
    if (sumOf(fresh) < sumOf(open)) isLoop = true
    walked.set(personId, merged([...before, ...fresh]))
    for (const { managerId, ...period } of managersIn(lines.get(personId) ?? [], fresh)) {
      const known = waiting.get(managerId)
      if (known) known.push(period)
      else waiting.set(managerId, [period])
    }
  }
  if (first === Infinity) {
    if (!isLoop)
      for (const [personId, periods] of walked)
        ending.set(personId, merged([...(ending.get(personId) ?? []), ...periods]))
    return null
  }
  const at = addDays(proposed.from, first - numberOf(proposed.from))
  return { at, path: pathOn(lines, proposed, at) }
}

/** Days by their numbers, both included. */
type Period = { from: number; to: number }
type Line = (ManagerSpan & { period: Period })[]
type Lines = Map<string, Line>

const dayMs = 86_400_000
const numberOf = (day: Day): number => Date.parse(day) / dayMs
const periodOf = ({ from, to }: ManagerSpan): Period => ({
  from: numberOf(from),
  to: numberOf(to ?? lastDayOfTime),
})

/** Everybody's spans, in order of date. */
function* byPerson(spans: readonly ManagerSpan[]): Generator<undefined, Lines, undefined> {
  const lines: Lines = new Map()
  for (const [index, span] of spans.entries()) {
    const numbered = { ...span, period: periodOf(span) }
    const line = lines.get(span.personId)
    if (line) line.push(numbered)
    else lines.set(span.personId, [numbered])
    if (index % spansAtOnce === 0) yield
  }
  let count = 0
  for (const line of lines.values()) {
    if (line.length > 1) line.sort((a, b) => compareDays(a.from, b.from))
    if (count++ % spansAtOnce === 0) yield
  }
  return lines
}

const sumOf = (periods: readonly Period[]): number =>
  periods.reduce((days, { from, to }) => days + to - from + 1, 0)

/** The same days in order, with periods that overlap or follow each other joined. */
function merged(periods: readonly Period[]): Period[] {
  const result: Period[] = []
  for (const period of periods.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && period.from <= last.to + 1) last.to = Math.max(last.to, period.to)
    else result.push({ ...period })
  }
  return result
}

/** The days of `periods` that are not in `others`. Both are merged. */
function without(periods: readonly Period[], others: readonly Period[]): Period[] {
  const result: Period[] = []
  let at = 0
  for (const { from, to } of periods) {
    while (at < others.length && others[at]!.to < from) at++
    let start = from
    for (let next = at; next < others.length && others[next]!.from <= to; next++) {
      if (others[next]!.from > start) result.push({ from: start, to: others[next]!.from - 1 })
      start = Math.max(start, others[next]!.to + 1)
    }
    if (start <= to) result.push({ from: start, to })
  }
  return result
}

/** The managers that a line has on the days of `periods`, which are merged. */
function managersIn(line: Line, periods: readonly Period[]): (Period & { managerId: string })[] {
  const result: (Period & { managerId: string })[] = []
  let at = 0
  for (const { from, to } of periods) {
    while (at < line.length && line[at]!.period.to < from) at++
    for (let next = at; next < line.length && line[next]!.period.from <= to; next++) {
      const { managerId, period } = line[next]!
      if (managerId !== null)
        result.push({ managerId, from: Math.max(from, period.from), to: Math.min(to, period.to) })
    }
  }
  return result
}

/** The way up from the person to the person again, on a day on which there is one. */
function pathOn(lines: Lines, { personId, managerId }: ManagerSpan, day: Day): string[] {
  const path = [personId]
  for (let above = managerId; above !== null;) {
    path.push(above)
    if (above === personId) break
    above = (lines.get(above) ?? []).find((span) => covers(span, day))?.managerId ?? null
  }
  return path
}
