import { problem, type Problem } from '../errors.ts'
import { recordTexts } from '../texts/records.ts'
import { addDays, type Day } from './day.ts'
import type { Employment, Timeline } from './employment.ts'

/** Neighbours of a row or an employment in time. */

/** A row would move across the one before or after it. null: no day is too early, or too late. */
export const crossing = (earliest: Day | null, latest: Day | null): Problem<'date_crosses_neighbor'> => {
  const field = 'valid_from'
  return problem('date_crosses_neighbor', {
    field,
    earliest: earliest ?? recordTexts.anyDay(),
    latest: latest ?? recordTexts.anyDay(),
  })
}

/** The day after the employment before this one; null when there is none. */
export const firstFreeDay = (timeline: Timeline, employment: Employment): Day | null => {
  const before = timeline.employments[timeline.employments.indexOf(employment) - 1]
  return before?.lastDay ? addDays(before.lastDay, 1) : null
}
