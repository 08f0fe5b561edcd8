import { basisOf, storedBasis, type History } from '../../domain/approval-basis.ts'
import { same } from '../../domain/changes.ts'
import { oneByOne } from '../../domain/one-by-one.ts'
import type { Db } from '../../db/transaction.ts'
import { approvalClosed } from '../../events/approvals.ts'
import type { Happening } from '../../events/happening.ts'
import {
  closeRequests,
  findOpenRequests,
  loadJobHistories,
  type OpenRequest,
} from '../../queries/org/approval-writes.ts'
import { getRequests } from '../../queries/org/approvals.ts'
import { loadPayRows } from '../../queries/org/pay.ts'
import { finish } from '../../streaming/yield.ts'
import type { Scope } from '../scope.ts'

type Closing = Pick<Scope, 'db' | 'now' | 'today'>
type Closed = Happening<'approval.closed'>

export const changedReason = 'What it would change has changed since it was proposed.'
export const leftReason = 'The person has left.'
export const proposerReason = 'Who proposed it may not propose it any more.'

/** What was changed of people: their job history or their pay. Requests about the other one stay as they are. */
type Part = 'job' | 'pay'

/** The open requests about people that a change of this part may outdate, for `closeOutdated`. */
export const findOpen = ({ db }: Closing, personIds: readonly string[], what: Part): Promise<OpenRequest[]> =>
  findOpenRequests(db, personIds, what === 'pay')

/**
 * Closes those of these requests whose change would meet another history than when they were proposed. Every change of a
 * job, an employment or pay calls this once it is written; it may be of many people.
 *
 * @param open from `findOpen`
 * @returns those that it closed, and what happened
 */
export async function closeOutdated(
  scope: Closing,
  open: readonly OpenRequest[],
): Promise<{ outdated: OpenRequest[]; closed: Closed[] }> {
  if (open.length === 0) return { outdated: [], closed: [] }
  const histories = await loadHistories(scope.db, open)
  const changed = await finish(
    oneByOne(open, (request) => (isOutdated(request, histories.get(request.person_id)!) ? [request] : [])),
  )
  const { ids, closed } = await closeAll(
    scope,
    changed.map(({ id }) => id),
    'outdated',
    changedReason,
  )
  const isClosed = new Set(ids)
  return { outdated: changed.filter(({ id }) => isClosed.has(id)), closed }
}

/** The histories that requests were based on, by person; with pay where a request is about pay. */
export async function loadHistories(
  db: Db,
  requests: readonly Pick<OpenRequest, 'kind' | 'person_id'>[],
): Promise<ReadonlyMap<string, History>> {
  const people = [...new Set(requests.map(({ person_id: id }) => id))]
  // Only a change of the pay of one person asks for requests about pay.
  const paid = [
    ...new Set(requests.flatMap(({ kind, person_id: id }) => (kind === 'pay_change' ? [id] : []))),
  ]
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
  return !same(storedBasis(request.change, request.basis), basisOf(target, history))
}

/**
 * Closes requests that nobody decides any more, all for one reason. What somebody has decided meanwhile stays decided.
 *
 * @returns the ids of those that it closed, and what happened
 */
export async function closeAll(
  { db, now, today }: Closing,
  ids: readonly string[],
  status: 'cancelled' | 'outdated' | 'expired',
  reason: string,
): Promise<{ ids: string[]; closed: Closed[] }> {
  const closed = await closeRequests(db, ids, status, reason, now)
  return { ids: closed, closed: (await getRequests(db, closed, today)).map(approvalClosed) }
}
