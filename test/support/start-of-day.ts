import type { Day } from '../../src/domain/day.ts'

const quarterOfAnHour = 15 * 60_000

/** The first instant of a day in a time zone. */
export function startOf(day: Day, timeZone: string): Date {
  const instant = new Date(`${day}T00:00:00Z`)
  instant.setUTCHours(-14)
  const dayThere = new Intl.DateTimeFormat('sv-SE', { timeZone })
  while (dayThere.format(instant) < day) instant.setTime(instant.getTime() + quarterOfAnHour)
  return instant
}
