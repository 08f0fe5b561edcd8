import type { PlainSummary } from '../texts/log.ts'
import { hidden, type DomainEvent } from './domain-event.ts'

type Named = { id: string; name: string }

/**
 * The log tells that pay was changed and whose: no amount, and no day either, because whoever reads the log need not be
 * allowed to see the pay. Pay sends no events.
 */
const line =
  (summary: PlainSummary) =>
  ({ id, name }: Named): DomainEvent<never> => ({
    activity: [{ summary, subject: { type: 'person', id, name }, changes: [hidden('pay')] }],
  })

export const payAdded = line('pay_added')
export const payRemoved = line('pay_removed')
