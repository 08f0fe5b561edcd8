import type { Month } from './months.ts'

/** What changes in a group at a month: people who are there from then on, and those who join or leave in it. */
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

/**
 * Adds up changes to the numbers of each month.
 *
 * @param groupsOf the groups in which somebody counts who is in this group: for a unit, also those above it
 */
export function addUp(
  changes: readonly HeadcountChange[],
  months: readonly Month[],
  groupsOf: (group: string | null) => readonly (string | null)[],
): Numbers {
  const numbers: Numbers = new Map()
  for (const change of changes)
    for (const group of groupsOf(change.group)) {
      const line = numbers.get(group) ?? empty(months)
      numbers.set(group, line)
      const at = line[change.month]
      if (!at) continue
      at.headcount += change.heads
      at.fte += change.fte
      at.joined += change.joined
      at.left += change.left
    }
  for (const line of numbers.values()) {
    let [heads, fte] = [0, 0]
    for (const at of line) {
      at.headcount = heads += at.headcount
      fte += at.fte
      // Sums of hundredths in floating point are a little off.
      at.fte = Math.round(fte * 100) / 100
    }
  }
  return numbers
}

const empty = (months: readonly Month[]): MonthNumbers[] =>
  months.map((month) => ({ month, headcount: 0, joined: 0, left: 0, fte: 0 }))

/** The numbers of everybody. */
export const ofAll = (changes: readonly HeadcountChange[], months: readonly Month[]): MonthNumbers[] =>
  addUp(changes, months, () => [null]).get(null) ?? empty(months)

/** Those who left, divided by the average headcount, with four decimals; null when nobody was there at the end of any month. */
export function turnoverRate(months: readonly MonthNumbers[]): number | null {
  const sum = (field: 'headcount' | 'left') => months.reduce((total, month) => total + month[field], 0)
  const average = sum('headcount') / months.length
  return average === 0 ? null : Math.round((sum('left') / average) * 10_000) / 10_000
}

/** Whether anybody counts in these months. */
export const isCounted = (months: readonly MonthNumbers[]): boolean =>
  months.some(({ headcount, joined, left }) => headcount + joined + left > 0)
