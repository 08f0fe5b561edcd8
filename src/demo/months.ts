import type { Day } from '../domain/day.ts'

/** The first day of the month that is this many months away. */
export function monthsFrom(day: Day, months: number): Day {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const index = year * 12 + (month - 1) + months
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01` as Day
}
