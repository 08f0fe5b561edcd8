import type { Day } from './day.ts'

/** When somebody works here: the days of their employments, in order. */
export type EmploymentSpans = readonly { startDate: Day; lastDay: Day | null }[]

const notOver = (stays: EmploymentSpans, day: Day): EmploymentSpans =>
  stays.filter(({ lastDay }) => lastDay === null || lastDay >= day)

/**
 * The first day of the employment that includes the day or starts after it, also of somebody who has left and comes back;
 * null for who has left for good. The same as the SQL `employedSince`.
 */
export const employedSince = (stays: EmploymentSpans, day: Day): Day | null =>
  notOver(stays, day)[0]?.startDate ?? null

/**
 * The day since which somebody can lead a unit; null for who has left by the day, even one who comes back. The same as
 * the SQL `stays` and `employedSince` together.
 */
export const leadsFrom = (stays: EmploymentSpans, day: Day): Day | null => {
  const [next] = notOver(stays, day)
  return next && (next.startDate <= day || next === stays[0]) ? next.startDate : null
}

/** The days of somebody whose next employment begins on another day than it would; of who works here they do not change. */
export const movedStays = (stays: EmploymentSpans, start: Day | undefined, today: Day): EmploymentSpans => {
  const [next] = notOver(stays, today)
  if (start === undefined || !next || next.startDate <= today) return stays
  return stays.map((one) => (one === next ? { ...one, startDate: start } : one))
}

/** Tells whether somebody has left by a day for good: they do not work here then, and will not. */
export const hasLeft = (stays: EmploymentSpans, day: Day): boolean => employedSince(stays, day) === null
