import { isOutdated, type History } from '../../domain/approval-basis.ts'
import { firstOf } from '../../domain/format-list.ts'
import type { Problem } from '../../errors.ts'
import { approvalClosed, approvalOutdated } from '../../events/approvals.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { closeRequests, type Closing } from '../../queries/org/approval-writes.ts'
import { getRequests, type RequestRow } from '../../queries/org/approvals.ts'
import { openWaiting, type WaitingRequest } from '../../queries/org/request-content.ts'
import { oneByOne, runCooperatively } from '../../streaming/yield.ts'
import type { ClosingCode } from '../../texts/closings.ts'
import { warning, type Warning } from '../../warnings.ts'
import type { ChangeContext } from '../change-context.ts'

type ClosingScope = Pick<ChangeContext, 'db' | 'now' | 'today'>

/** Why a request is closed: by a reason of its own, or by the refusal that the change would meet. */
export type ClosedBy = ClosingCode | Problem

/** A reason as it is stored. */
const stored = (by: ClosedBy): Closing =>
  typeof by === 'string' ? { code: by } : { code: by.name, values: by.params }

type Closed = DomainEvent<'approval.closed'>

/**
 * Closes those of these requests that a change has outdated. Every change of a job, an employment or pay calls this once it
 * is written; it may be of many people.
 *
 * @param waiting the requests about these people, read when the people were locked
 * @param historyOf the history of a person after the change
 * @returns those that it closed, and what happened
 */
export async function closeOutdated(
  scope: ClosingScope,
  waiting: readonly WaitingRequest[],
  historyOf: (personId: string) => History,
): Promise<{ outdated: RequestRow[]; closed: Closed[] }> {
  if (waiting.length === 0) return { outdated: [], closed: [] }
  const changed = await runCooperatively(
    oneByOne(waiting, (request) =>
      isOutdated(openWaiting(scope.db, request), historyOf(request.person_id)) ? [request] : [],
    ),
  )
  const ids = changed.map(({ id }) => id)
  const { requests } = await closeAll(scope, ids, 'outdated', 'history_changed')
  return { outdated: requests, closed: requests.map(approvalOutdated) }
}

/**
 * Closes requests that nobody decides any more, all for one reason. What somebody has decided meanwhile stays decided.
 *
 * @returns those that it closed, and what happened
 */
export async function closeAll(
  { db, now, today }: ClosingScope,
  ids: readonly string[],
  status: 'cancelled' | 'outdated' | 'expired',
  by: ClosedBy,
): Promise<{ requests: RequestRow[]; closed: Closed[] }> {
  if (ids.length === 0) return { requests: [], closed: [] }
  const requests = await getRequests(db, await closeRequests(db, ids, status, stored(by), now), today)
  return { requests, closed: requests.map(approvalClosed) }
}

/** Names the requests that a change has outdated. */
export function outdatedWarnings(requests: readonly { id: string }[]): Warning<'requests_outdated'>[] {
  const count = requests.length
  if (count === 0) return []
  const { first, more } = firstOf(requests.map(({ id }) => id))
  return [warning('requests_outdated', { count, requests: first, more })]
}
