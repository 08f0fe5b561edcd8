import { basisOf, type History } from '../domain/approval-basis.ts'
import { same } from '../domain/changes.ts'
import type { Day } from '../domain/day.ts'
import type { Db } from '../db/transaction.ts'
import { approvalClosed } from '../events/approvals.ts'
import type { Happening } from '../events/happening.ts'
import {
  closeRequests,
  loadJobHistory,
  lockOpenRequests,
  type OpenRequest,
} from '../queries/org/approval-writes.ts'
import { getRequests } from '../queries/org/approvals.ts'
import { loadPayRows } from '../queries/org/pay.ts'
import type { Scope } from './scope.ts'

type Closing = Pick<Scope, 'db' | 'now' | 'today'>
type Closed = Happening<'approval.closed'>

export const changedReason = 'What it would change has changed since it was proposed.'
export const leftReason = 'The person has left.'

/**
 * Closes the open requests about a person whose change would meet another history than when they were proposed. Every
 * change of a job, an employment or pay calls this once it is written. The person is locked by then.
 *
 * @param what was changed; requests about the other are as good as before
 */
export async function closeOutdated(
  scope: Closing,
  personId: string,
  what: 'job' | 'pay',
): Promise<Closed[]> {
  const open = await lockOpenRequests(scope.db, personId, what === 'pay')
  if (open.length === 0) return []
  const history = await loadHistory(scope.db, personId, open)
  const outdated = open.filter((request) => isOutdated(request, history))
  return closeAll(
    scope,
    outdated.map(({ id }) => id),
    'outdated',
    changedReason,
  )
}

/** The history that requests were based on; pay only where a request is about pay. */
export async function loadHistory(
  db: Db,
  personId: string,
  requests: readonly Pick<OpenRequest, 'kind'>[],
): Promise<History> {
  const ofPay = requests.some(({ kind }) => kind === 'pay_change')
  const [jobs, pay] = await Promise.all([
    loadJobHistory(db, personId),
    ofPay ? loadPayRows(db, personId) : [],
  ])
  return { ...jobs, pay }
}

/** Whether the part of the history that a request would change differs from what it was. */
export const isOutdated = (
  request: Pick<OpenRequest, 'change' | 'effective_date' | 'row_id' | 'basis'>,
  history: History,
): boolean => {
  const target = {
    change: request.change,
    effectiveDate: request.effective_date,
    rowId: request.row_id,
  }
  return !same(request.basis, basisOf(target, history))
}

/** Closes requests that nobody decides any more, all for one reason. They must be locked. */
export async function closeAll(
  { db, now, today }: { db: Db; now: Date; today: Day },
  ids: readonly string[],
  status: 'cancelled' | 'outdated' | 'expired',
  reason: string,
): Promise<Closed[]> {
  if (ids.length === 0) return []
  await closeRequests(db, ids, status, reason, now)
  return (await getRequests(db, ids, today)).map(approvalClosed)
}
