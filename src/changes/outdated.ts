import { basisOf, type History } from '../domain/approval-basis.ts'
import { same } from '../domain/changes.ts'
import type { Day } from '../domain/day.ts'
import type { Db } from '../db/transaction.ts'
import { approvalClosed } from '../events/approvals.ts'
import type { Happening } from '../events/happening.ts'
import {
  closeRequests,
  loadJobHistories,
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

/** What was changed of people: their job history or their pay. Requests about the other one stay as they are. */
type Part = 'job' | 'pay'

/** The open requests about people, locked. Call it while or before the change is written, for `closeOutdated`. */
export const lockOpen = ({ db }: Closing, personIds: readonly string[], what: Part): Promise<OpenRequest[]> =>
  lockOpenRequests(db, personIds, what === 'pay')

/**
 * Closes those of these requests whose change would meet another history than when they were proposed. Every change of a
 * job, an employment or pay calls this once it is written; it may be of many people. They are locked by then.
 *
 * @param open from `lockOpen`
 * @returns the closed ones, and what happened
 */
export async function closeOutdated(
  scope: Closing,
  open: readonly OpenRequest[],
): Promise<{ ids: string[]; closed: Closed[] }> {
  if (open.length === 0) return { ids: [], closed: [] }
  const histories = await loadHistories(scope.db, open)
  const outdated = open.filter((request) => isOutdated(request, histories.get(request.person_id)!))
  const ids = outdated.map(({ id }) => id)
  return { ids, closed: await closeAll(scope, ids, 'outdated', changedReason) }
}

/** The histories that requests were based on, by person; with pay where a request is about pay. */
export async function loadHistories(
  db: Db,
  requests: readonly Pick<OpenRequest, 'kind' | 'person_id'>[],
): Promise<ReadonlyMap<string, History>> {
  const people = [...new Set(requests.map(({ person_id: id }) => id))]
  const paid = people.filter((id) =>
    requests.some(({ kind, person_id: of }) => kind === 'pay_change' && of === id),
  )
  const [jobs, pay] = await Promise.all([
    loadJobHistories(db, people),
    Promise.all(paid.map(async (id) => [id, await loadPayRows(db, id)] as const)),
  ])
  const payOf = new Map(pay)
  return new Map(people.map((id) => [id, { ...jobs.get(id)!, pay: payOf.get(id) ?? [] }]))
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
