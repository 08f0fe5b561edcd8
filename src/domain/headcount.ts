import type { Month } from './months.ts'
import { growTree } from './reporting-tree.ts'

/** Changes in a group at a month: people who are there from then on, and those who join or leave in it. */
export interface HeadcountChange {
  /** The id or value of the group; null for people who have none. */
  group: string | null
  /** The place of the month in the report. A change after its last month has the number of months. */
  month: number
  heads: number
  fte: number
  joined: number
  left: number
}

/** The numbers of a month. */
export interface MonthNumbers {
  month: Month
  headcount: number
  joined: number
  left: number
  fte: number
}

/** The numbers of a report, by group. */
export type Numbers = Map<string | null, MonthNumbers[]>

/** A unit, and the one above it. */
interface UnitBelow {
  id: string
  parent_id: string | null
}

/** So many changes are added, or so many groups, in a tenth of a millisecond. */
const changesAtOnce = 1000
const groupsAtOnce = 20

/**
 * Adds up changes to the numbers of each month. It takes time with the number of changes, and of groups times months, and is
 * interrupted wherever it yields (see src/streaming/yield.ts).
 *
 * @param units whoever is in one of these counts in all units above it, too; left out: groups have nothing to do with each
 *   other
 */
export function* addUp(
  changes: readonly HeadcountChange[],
  months: readonly Month[],
  units: readonly UnitBelow[] = [],
): Generator<undefined, Numbers, undefined> {
  const numbers: Numbers = new Map()
  for (const [index, change] of changes.entries()) {
    const at = lineOf(numbers, change.group, months)[change.month]
    if (at) {
      at.headcount += change.heads
      at.fte += change.fte
      at.joined += change.joined
      at.left += change.left
    }
    if (index % changesAtOnce === 0) yield
  }
  yield* addUnitsBelow(numbers, months, units)
  let groups = 0
  for (const line of numbers.values()) {
    let [heads, fte] = [0, 0]
    for (const at of line) {
      at.headcount = heads += at.headcount
      // Whole thousandths, as many decimals as one person may have: sums in floating point are a little off.
      fte += Math.round(at.fte * 1000)
      at.fte = fte / 1000
    }
    if (++groups % groupsAtOnce === 0) yield
  }
  return numbers
}

/**
 * Adds the numbers of each unit to those of the unit above, from the leaves up: each unit is added once, however deep the tree
 * is. In a circle, which no action makes, one of the units is on top.
 */
function* addUnitsBelow(
  numbers: Numbers,
  months: readonly Month[],
  units: readonly UnitBelow[],
): Generator<undefined, void, undefined> {
  const { above, order } = yield* growTree(units.map(({ id, parent_id }) => ({ id, manager_id: parent_id })))
  for (const [count, index] of order.toReversed().entries()) {
    if (count % groupsAtOnce === 0) yield
    const own = numbers.get(units[index]!.id)
    const parent = units[above[index]!]
    if (!own || !parent) continue
    for (const [month, at] of lineOf(numbers, parent.id, months).entries()) {
      at.headcount += own[month]!.headcount
      at.fte += own[month]!.fte
      at.joined += own[month]!.joined
      at.left += own[month]!.left
    }
  }
}

function lineOf(numbers: Numbers, group: string | null, months: readonly Month[]): MonthNumbers[] {
  const known = numbers.get(group)
  if (known) return known
  const line = empty(months)
  numbers.set(group, line)
  return line
}

const empty = (months: readonly Month[]): MonthNumbers[] =>
  months.map((month) => ({ month, headcount: 0, joined: 0, left: 0, fte: 0 }))

/** The numbers of everybody. */
export function* ofAll(
  changes: readonly HeadcountChange[],
  months: readonly Month[],
): Generator<undefined, MonthNumbers[], undefined> {
  const numbers = yield* addUp(
    changes.map((change) => ({ ...change, group: null })),
    months,
  )
  return lineOf(numbers, null, months)
}

/**
 * The number of leavers, divided by the average headcount, with four decimals; null when nobody was there at the end of
 * any month.
 */
export function turnoverRate(months: readonly MonthNumbers[]): number | null {
  const sum = (field: 'headcount' | 'left') => months.reduce((total, month) => total + month[field], 0)
  const average = sum('headcount') / months.length
  return average === 0 ? null : Math.round((sum('left') / average) * 10_000) / 10_000
}

/** Tells whether anybody counts in these months. */
export const isCounted = (months: readonly MonthNumbers[]): boolean =>
  months.some(({ headcount, joined, left }) => headcount + joined + left > 0)
