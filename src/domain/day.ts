/**
 * Calendar days as `YYYY-MM-DD` text, years 0001 to 9999. In this form the order of the text is the order
 * of time, so `<` and `===` compare days. A day has no hour and no time zone.
 * It is a type of its own, so that an id or a name in the place of a day does not compile.
 */
export type Day = `${number}-${number}-${number}`

/** Days from `from` to `to`, both included; `to` null = never ends. */
export type Span = { from: Day; to: Day | null }

/** The last day that a `Day` can be. No day follows it. */
export const lastDayOfTime: Day = '9999-12-31'
const firstDayOfTime: Day = '0001-01-01'

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const midnightUtc = (day: string): Date => new Date(`${day}T00:00:00.000Z`)

/** True for a day of the calendar in the one accepted form; false for `2023-02-29`, `2024-2-1`, year 0000. */
export const isDay = (text: string): text is Day => {
  if (!dayPattern.test(text) || text.startsWith('0000')) return false
  const date = midnightUtc(text)
  // JavaScript reads some impossible days as days of the next month. Only real days come back unchanged.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/** Tells whether a text has the form of a day, but the calendar has no such day: `2023-02-29`, `2026-13-01`, year 0000. */
export const isImpossibleDay = (text: string): boolean => dayPattern.test(text) && !isDay(text)

/** The day `count` whole days later (earlier when negative). RangeError outside years 0001 to 9999. */
export const addDays = (day: Day, count: number): Day => {
  const date = midnightUtc(day)
  date.setUTCDate(date.getUTCDate() + count)
  const result = Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
  if (!isDay(result)) throw new RangeError(`No calendar day lies ${count} days from ${day}`)
  return result
}

const dayMs = 86_400_000

/** Whole days from one day to another one; negative to an earlier one. */
export const daysBetween = (from: Day, to: Day): number =>
  (midnightUtc(to).getTime() - midnightUtc(from).getTime()) / dayMs

/** As `addDays`; a day that no calendar has becomes the first or the last one. */
export const shiftDay = (day: Day, count: number): Day => {
  if (count > daysBetween(day, lastDayOfTime)) return lastDayOfTime
  return count < daysBetween(day, firstDayOfTime) ? firstDayOfTime : addDays(day, count)
}

/** For sorting: -1, 0 or 1 as `a` is before, on or after `b`. */
export const compareDays = (a: Day, b: Day): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0)

/** Does the span include the day? */
export const covers = (span: Span, day: Day): boolean =>
  span.from <= day && (span.to === null || day <= span.to)

/** The earlier of two last days; null means that there is no last day. */
export function minDay(a: Day, b: Day | null): Day
export function minDay(a: Day | null, b: Day): Day
export function minDay(a: Day | null, b: Day | null): Day | null
export function minDay(a: Day | null, b: Day | null): Day | null {
  if (a === null) return b
  if (b === null) return a
  return a < b ? a : b
}

/** The later of two last days; null means that there is no last day. */
export function maxDay(a: Day, b: Day): Day
export function maxDay(a: Day | null, b: Day | null): Day | null
export function maxDay(a: Day | null, b: Day | null): Day | null {
  if (a === null || b === null) return null
  return a > b ? a : b
}

interface Clock {
  format: Intl.DateTimeFormat
  /** The last second that was asked for, and its day. To format a date is the slowest step of most calls. */
  second: number
  day: Day
}

/** One for each time zone that an organization has chosen; there are about 600. */
const clocks = new Map<string, Clock>()

const clockOf = (timeZone: string): Clock => {
  const known = clocks.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const created: Clock = { format, second: NaN, day: lastDayOfTime }
  clocks.set(timeZone, created)
  return created
}

/** The day it is at the instant `now` in an IANA time zone. RangeError when the zone is unknown. */
export const today = (now: Date, timeZone: string): Day => {
  const clock = clockOf(timeZone)
  // In every time zone, days begin at a whole second.
  const second = Math.floor(now.getTime() / 1000)
  if (second !== clock.second) {
    const parts = clock.format.formatToParts(now)
    const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? ''
    clock.day = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}` as Day
    clock.second = second
  }
  return clock.day
}
