import { problem, type Problem } from '../errors.ts'
import { addDays, type Day } from './day.ts'

/** Months as `YYYY-MM` text. The order of the text is the order of time. */
export type Month = `${number}-${number}`

/** The number of months that a report has at most, and without a wish. */
const most = 60
const usual = 12

export const monthOf = (day: Day): Month => day.slice(0, 7) as Month

/** The first day of a month. */
export const firstDayOf = (month: Month): Day => `${month}-01` as Day

const numberOf = (month: Month): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1

const monthAt = (number: number): Month =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}` as Month

/** The last day of a month. */
export const lastDayOf = (month: Month): Day =>
  month === '9999-12' ? '9999-12-31' : addDays(firstDayOf(monthAt(numberOf(month) + 1)), -1)

/** The first and the last month that a report can name. */
const beginning = numberOf('1000-01')
const end = numberOf('9999-12')

/**
 * The months of a report: those from `from` to `to`. Without `to` it ends with this month, or eleven months after a
 * `from` that is later. Without `from` there are twelve, or fewer at the beginning and the end of time.
 */
export function reportMonths(
  { from, to }: { from?: Month | undefined; to?: Month | undefined },
  today: Day,
): { months: Month[]; problems: Problem<'months_reversed' | 'too_many_months'>[] } {
  const now = numberOf(monthOf(today))
  const start = from && numberOf(from)
  const last = to ? numberOf(to) : start !== undefined && start > now ? Math.min(start + usual - 1, end) : now
  const first = start ?? Math.max(last - usual + 1, beginning)
  if (first > last) return { months: [], problems: [problem('months_reversed', {})] }
  const count = last - first + 1
  if (count > most) return { months: [], problems: [problem('too_many_months', { count })] }
  return { months: Array.from({ length: count }, (_, index) => monthAt(first + index)), problems: [] }
}
