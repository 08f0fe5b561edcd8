import { addDays, compareDays, covers, lastDayOfTime } from './day.ts'
import type { Day } from './day.ts'

/**
 * The manager of a person over a period: a job row reduced to what the reporting line needs.
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
 * for each day on which somebody above changes managers would take seconds where many people are above each other.
 *
 * Everybody above climbs once, managers before those below them, and on all days from the first proposal on, whatever the
 * days of the proposals are. Nobody climbs where another has climbed before, because who is above somebody on a day is the
 * same for all. So most climbs end at the next manager, and all together take as many steps as there are spans. It yields
 * wherever it may be interrupted (see src/streaming/yield.ts).
 *
 * @param proposals of one person, or of several. Those of several must be among the spans, too
 */
export function* findCycles(
  spans: readonly ManagerSpan[],
  proposals: readonly ManagerSpan[],
): Generator<undefined, Map<string, ReportingCycle>, undefined> {
  const cycles = new Map<string, ReportingCycle>()
  if (proposals.length === 0) return cycles
  const lines = yield* byPerson(spans)
  yield* replaceBy(proposals, lines)
  const from = proposals.map((one) => one.from).reduce((a, b) => (a < b ? a : b))
  const days = [{ from: numberOf(from), to: numberOf(lastDayOfTime) }]
  const graph: Graph = { lines, steps: 0 }
  const climbed: DaysOf = new Map()
  const inLoops: DaysOf = new Map()
  for (const personId of yield* managersFirst(graph, proposals, days))
    for (const [id, again] of yield* climb(graph, personId, days, climbed))
      yield* climb(graph, id, again, inLoops)
  for (const proposed of proposals) {
    yield
    if (cycles.has(proposed.personId)) continue
    const [first] = common([periodOf(proposed)], inLoops.get(proposed.personId) ?? [])
    if (!first) continue
    const at = addDays(proposed.from, first.from - numberOf(proposed.from))
    cycles.set(proposed.personId, { at, path: pathOn(lines, proposed, at) })
  }
  return cycles
}

/** So many people are looked at in a tenth of a millisecond. */
const peopleAtOnce = 50
const spansAtOnce = 200

interface Graph {
  readonly lines: Lines
  /** The number of people that were looked at so far, over all climbs. */
  steps: number
}

/** Days of some people, merged. */
type DaysOf = Map<string, Period[]>

/** Puts proposals in the place of what the same people have on their days. */
function* replaceBy(proposals: readonly ManagerSpan[], lines: Lines): Generator<undefined, void, undefined> {
  for (const [personId, own] of Map.groupBy(proposals, (one) => one.personId)) {
    yield
    const proposed = own.map(numbered)
    const days = merged(proposed.map(({ period }) => period))
    const kept = (lines.get(personId) ?? []).flatMap((span) =>
      without([span.period], days).map((period) => ({ ...span, period })),
    )
    lines.set(
      personId,
      [...kept, ...proposed].sort((a, b) => a.period.from - b.period.from),
    )
  }
}

/**
 * Everybody whom a climb from the proposals may come to, each once, with managers before those below them as far as no
 * two people are above each other on different days. It goes up one line at a time, and takes people when it comes back.
 */
function* managersFirst(
  graph: Graph,
  proposals: readonly ManagerSpan[],
  days: readonly Period[],
): Generator<undefined, string[], undefined> {
  const order: string[] = []
  const seen = new Set<string>()
  const path: { id: string; managers: string[] }[] = []
  const enter = (id: string) => {
    seen.add(id)
    const managers = managersIn(graph.lines.get(id) ?? [], days).map(({ managerId }) => managerId)
    path.push({ id, managers })
  }
  for (const { personId } of proposals) {
    if (!seen.has(personId)) enter(personId)
    // Each round leaves a manager or a person behind, of whom there are no more than spans.
    for (let last = path.at(-1); last; last = path.at(-1)) {
      if (graph.steps++ % peopleAtOnce === 0) yield
      const next = last.managers.pop()
      if (next === undefined) order.push(path.pop()!.id)
      else if (!seen.has(next)) enter(next)
    }
  }
  return order
}

/**
 * Climbs from a person on some days, but not where another climb was, and adds the days of this climb to those of all.
 *
 * @returns who was come by twice on a day, with these days. On one day there is one way up, so they are in loops
 */
function* climb(
  graph: Graph,
  personId: string,
  days: Period[],
  climbed: DaysOf,
): Generator<undefined, [string, Period[]][], undefined> {
  const walked: DaysOf = new Map()
  const again: [string, Period[]][] = []
  const waiting: DaysOf = new Map([[personId, days]])
  // The loop also comes to those who are added meanwhile, and to those who are added again with more days.
  for (const [id, reached] of waiting) {
    if (graph.steps++ % peopleAtOnce === 0) yield
    waiting.delete(id)
    const open = without(merged(reached), climbed.get(id) ?? [])
    if (open.length === 0) continue
    const before = walked.get(id) ?? []
    const fresh = without(open, before)
    if (sumOf(fresh) < sumOf(open)) again.push([id, common(open, before)])
    walked.set(id, merged([...before, ...fresh]))
    for (const { managerId, ...period } of managersIn(graph.lines.get(id) ?? [], fresh)) {
      const known = waiting.get(managerId)
      if (known) known.push(period)
      else waiting.set(managerId, [period])
    }
  }
  for (const [id, periods] of walked) climbed.set(id, merged([...(climbed.get(id) ?? []), ...periods]))
  return again
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

const numbered = (span: ManagerSpan): Line[number] => ({ ...span, period: periodOf(span) })

/** Everybody's spans, in order of date. */
function* byPerson(spans: readonly ManagerSpan[]): Generator<undefined, Lines, undefined> {
  const lines: Lines = new Map()
  for (const [index, span] of spans.entries()) {
    const line = lines.get(span.personId)
    if (line) line.push(numbered(span))
    else lines.set(span.personId, [numbered(span)])
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

/** Sorts periods, and joins those that overlap or follow each other. */
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

/** The days that are in both. Both are merged. */
const common = (periods: readonly Period[], others: readonly Period[]): Period[] =>
  without(periods, without(periods, others))

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
