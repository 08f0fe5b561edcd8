import type { PlainSummary } from '../texts/log.ts'
import { hidden, type Happening } from './happening.ts'

type Named = { id: string; name: string }

/**
 * The log tells that pay was changed and whose: no amount, and no day either, because whoever reads the log need not be
 * allowed to see the pay. Pay sends no events.
 */
const line =
  (summary: PlainSummary) =>
  ({ id, name }: Named): Happening<never> => ({
    activity: [{ summary, subject: { type: 'person', id, name }, changes: [hidden('pay')] }],
  })

export const payAdded = line('pay_added')
export const payRemoved = line('pay_removed')
