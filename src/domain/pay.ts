import { problem, type Problem } from '../errors.ts'
import { addDays, type Day } from './day.ts'
import type { Timeline } from './employment.ts'

export type PayPeriod = 'year' | 'month' | 'hour'

/** An amount that is paid: gross, for one year, month or hour. */
export interface PayTerms {
  amount: number
  /** ISO 4217. */
  currency: string
  period: PayPeriod
  note: string | null
}

/** A row of a pay history as it is stored. It applies until the day before the next one. */
export interface PayRow extends PayTerms {
  id: string
  valid_from: Day
  created_at: string
}

/** A row with its last day; null when no other row follows. */
export interface DatedPay extends PayRow {
  valid_to: Day | null
}

/** From the person's first day to the last one, over all employments; `lastDay` null = the last employment is open. */
export interface Stay {
  firstDay: Day
  lastDay: Day | null
}

/** When somebody with this job history works here. */
export const stayOf = ({ employments: [first, ...later] }: Timeline): Stay => {
  if (!first) throw new Error('A job history has no employment.')
  return { firstDay: first.startDate, lastDay: (later.at(-1) ?? first).lastDay }
}

/**
 * The pay history of a person: each row with its last day, the latest row first.
 *
 * @param rows of one person, in any order; no two of one day
 */
export function payHistory(rows: readonly PayRow[]): DatedPay[] {
  const latestFirst = rows.toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1))
  return latestFirst.map((row, index) => {
    const next = latestFirst[index - 1]
    return { ...row, valid_to: next ? addDays(next.valid_from, -1) : null }
  })
}

/**
 * The row that applies on a day; null before the first one.
 *
 * @param rows of one person, in any order
 */
export const payOn = <Row extends { valid_from: Day }>(rows: readonly Row[], day: Day): Row | null =>
  rows.reduce<Row | null>(
    (latest, row) =>
      row.valid_from <= day && (latest === null || latest.valid_from < row.valid_from) ? row : latest,
    null,
  )

/** Tells whether a row applies today or on a later day. */
export const isOpen = ({ valid_to: validTo }: DatedPay, today: Day): boolean =>
  validTo === null || validTo >= today

/** As many rows as a pay history may have: all of them are read and answered at once. */
export const mostPayRows = 500

/** Why pay cannot begin on a day. No problem tells an amount. */
export function payAddProblems(
  history: readonly DatedPay[],
  { firstDay, lastDay }: Stay,
  day: Day,
): Problem<'pay_before_start' | 'pay_after_last_day' | 'pay_date_taken' | 'too_many_pay_rows'>[] {
  const same = history.find((row) => row.valid_from === day)
  return [
    ...(day < firstDay ? [problem('pay_before_start', { start_date: firstDay })] : []),
    ...(lastDay !== null && day > lastDay ? [problem('pay_after_last_day', { last_day: lastDay })] : []),
    ...(same ? [problem('pay_date_taken', { effective_date: day, record_id: same.id })] : []),
    ...(history.length >= mostPayRows ? [problem('too_many_pay_rows', { count: history.length })] : []),
  ]
}
