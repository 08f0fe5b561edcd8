import { maySeePay } from '../../access/pay.ts'
import type { Day } from '../../domain/day.ts'
import { firstOf } from '../../domain/format-list.ts'
import { payHistory } from '../../domain/pay.ts'
import { loadPayRows } from '../../queries/org/pay.ts'
import { warning, type Warning } from '../../warnings.ts'
import type { Proposing } from '../change-context.ts'

/**
 * Warns of pay that begins after a last day. Rows of a job are gone with the end, those of pay stay: a raise that was planned
 * before somebody left would apply in silence once they are back. For those who see pay.
 */
export async function payAfterEnd(
  { db, caller, audience }: Proposing,
  personId: string,
  lastDay: Day,
): Promise<Warning<'pay_after_last_day_stays'>[]> {
  if (!maySeePay(caller, audience, personId)) return []
  const rows = payHistory(await loadPayRows(db, personId)).filter(({ valid_from: from }) => from > lastDay)
  if (rows.length === 0) return []
  const { first: days, more } = firstOf(rows.map(({ valid_from: from }) => from).toReversed())
  return [warning('pay_after_last_day_stays', { days, more })]
}
