import type { Day } from '../../domain/day.ts'
import { payHistory, payOn, type DatedPay, type PayRow } from '../../domain/pay.ts'
import type { components } from '../../generated/contract.ts'
import type { PayRecord } from '../../queries/org/pay.ts'

type Schemas = components['schemas']

/** A person's pay, the latest row first. */
export function presentPay(
  personId: string,
  { rows, payrollChangedAt }: PayRecord,
  today: Day,
): Schemas['Pay'] {
  const history = payHistory(rows)
  const current = payOn(history, today)
  return {
    person_id: personId,
    current: current && presentRow(current),
    history: history.map(presentRow),
    payroll_changed_at: payrollChangedAt,
  }
}

const presentRow = (row: DatedPay): Schemas['PayRow'] => ({
  id: row.id,
  valid_from: row.valid_from,
  valid_to: row.valid_to,
  amount: row.amount,
  currency: row.currency,
  period: row.period,
  note: row.note,
  created_at: row.created_at,
})

/** An answer without what is paid: its rows are ids with their last days. */
export interface PayWithoutRows extends Omit<Schemas['PayChange'], 'current' | 'history'> {
  current: string | null
  history: { id: string; valid_to: Day | null }[]
}

/** The part of an answer that may lie beside the pay rows themselves, such as in a stored answer. `withRows` undoes it. */
export const withoutRows = (answer: Schemas['PayChange']): PayWithoutRows => ({
  ...answer,
  current: answer.current?.id ?? null,
  history: answer.history.map(({ id, valid_to: validTo }) => ({ id, valid_to: validTo })),
})

/**
 * The answer again, as it was: rows never change, and their last days are in the answer.
 *
 * @param rows those that the answer names, removed ones included
 * @returns undefined when one of them is gone
 */
export function withRows(answer: PayWithoutRows, rows: readonly PayRow[]): Schemas['PayChange'] | undefined {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const history = answer.history.flatMap(({ id, valid_to: validTo }) => {
    const row = byId.get(id)
    return row ? [presentRow({ ...row, valid_to: validTo })] : []
  })
  if (history.length < answer.history.length) return undefined
  return { ...answer, current: history.find(({ id }) => id === answer.current) ?? null, history }
}
