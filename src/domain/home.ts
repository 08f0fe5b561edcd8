import { addDays, type Day } from './day.ts'

/** The windows of the home page, in days from today on, and what follows from what comes in them. */
export const windows = { coming: 60, firstDay: 7, probation: 30, offboard: 14, moved: 30, tasks: 7 } as const

/** So many of each kind are shown. */
export const mostShown = 100
/** So many open checklists are shown. */
export const mostRuns = 10

export type ComingKind = 'starts' | 'last_day' | 'probation_ends' | 'contract_ends' | 'job_change'

/** A day that comes: the facts that decide what somebody should do about it. */
export interface Coming {
  kind: ComingKind
  date: Day
  /** Tells that the employment has a last day. */
  ends: boolean
  /** False where the employment ends on its first day: they will not come. */
  comes: boolean
}

export type DatedNeed = 'first_day' | 'probation_ends' | 'offboard' | 'contract_ends'

/** The need that follows from what comes; undefined: none yet, or none at all. */
export function needOf({ kind, date, ends, comes }: Coming, today: Day): DatedNeed | undefined {
  const within = (days: number): boolean => date <= addDays(today, days)
  if (kind === 'starts') return comes && within(windows.firstDay) ? 'first_day' : undefined
  if (kind === 'probation_ends') return within(windows.probation) ? 'probation_ends' : undefined
  if (kind === 'last_day') return comes && within(windows.offboard) ? 'offboard' : undefined
  return kind === 'contract_ends' && !ends ? 'contract_ends' : undefined
}

/** Puts what has a day first, by its day, and the rest behind it as it comes. */
export const byDate = <Item extends { date: Day | null }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => compare(a.date, b.date))

function compare(a: Day | null, b: Day | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -1 : 1
}
