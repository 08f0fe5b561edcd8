import { maxDay, type Day } from './day.ts'

/** When somebody works here: the days of their employments, in order. */
export type Stays = readonly { startDate: Day; lastDay: Day | null }[]

const notOver = (stays: Stays, day: Day): Stays =>
  stays.filter(({ lastDay }) => lastDay === null || lastDay >= day)

/**
 * The first day of the employment that includes the day or starts after it, also of somebody who has left and comes back;
 * null for who has left for good. The same as the SQL `employedSince`.
 */
export const employedSince = (stays: Stays, day: Day): Day | null => notOver(stays, day)[0]?.startDate ?? null

/**
 * The day since which somebody can lead a unit; null for who has left by the day, even one who comes back. The same as
 * the SQL `stays` and `employedSince` together.
 */
export const leadsFrom = (stays: Stays, day: Day): Day | null => {
  const [next] = notOver(stays, day)
  return next && (next.startDate <= day || next === stays[0]) ? next.startDate : null
}

/** What a day means in a job history. */
export type Standing = 'employed' | 'not_started' | 'left'

/** Whether somebody works here on a day, will start (perhaps again), or has left for good. */
export const standingOn = (stays: Stays, day: Day): Standing => {
  const since = employedSince(stays, day)
  if (since === null) return 'left'
  return maxDay(since, day) === day ? 'employed' : 'not_started'
}
