import type { Day } from '../../domain/day.ts'
import { isOpen, payAddProblems, payHistory, payOn, type DatedPay, type PayTerms } from '../../domain/pay.ts'
import { problem, type ErrorName } from '../../errors.ts'
import { payAdded, payRemoved } from '../../events/pay.ts'
import { findPaidOfRow, getPaidStay, insertPayRow, loadPayRows, removePayRow } from '../../queries/org/pay.ts'
import { erasedProblems } from './history.ts'
import type { Decided, Scope } from '../scope.ts'

/** Pay from a day on. */
export interface PayInput extends PayTerms {
  effective_date: Day
}

export interface DecidedPay<Refusal extends ErrorName> extends Decided<Refusal, never> {
  /** Of a new row, the one that applies on its first day until then; of a removal, the row itself. Null for none. */
  before: DatedPay | null
}

export interface DecidedPayRemoval extends DecidedPay<'person_erased' | 'pay_removed'> {
  /** The row that applies again; null for none. */
  again: DatedPay | null
  /** Whether the row applies today or on a later day: an older one is removed without asking anybody. */
  open: boolean
}

/** A new pay row. The person must exist and be locked (`lockPaid`). */
export async function decidePayAdd(
  { db, now, newId }: Scope,
  personId: string,
  { effective_date: from, ...terms }: PayInput,
): Promise<
  DecidedPay<
    'person_erased' | 'pay_before_start' | 'pay_after_last_day' | 'pay_date_taken' | 'too_many_pay_rows'
  >
> {
  const [stay, rows] = await Promise.all([getPaidStay(db, personId), loadPayRows(db, personId)])
  const history = payHistory(rows)
  return {
    problems: [
      ...erasedProblems({ ...stay.person, personId }, 'person_id'),
      ...payAddProblems(history, stay, from),
    ],
    warnings: [],
    before: payOn(history, from),
    apply: async () => {
      await insertPayRow(db, { ...terms, id: newId(), personId, from, createdAt: now })
      return [payAdded(stay.person)]
    },
  }
}

/** The removal of a pay row. The row must exist, removed or not, and its person be locked (`lockPaid`). */
export async function decidePayRemove({ db, now, today }: Scope, payId: string): Promise<DecidedPayRemoval> {
  const person = (await findPaidOfRow(db, payId))!
  const history = payHistory(await loadPayRows(db, person.id))
  const row = history.find(({ id }) => id === payId) ?? null
  return {
    problems: [
      ...erasedProblems({ ...person, personId: person.id }, 'pay_id'),
      ...(row ? [] : [problem('pay_removed', {})]),
    ],
    warnings: [],
    before: row,
    again: row && (history[history.indexOf(row) + 1] ?? null),
    open: row !== null && isOpen(row, today),
    apply: async () => {
      await removePayRow(db, payId, now)
      return [payRemoved(person)]
    },
  }
}
