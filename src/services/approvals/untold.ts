import { currentTurn } from '../../access/approvals.ts'
import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { requestWaits, type SignalDraft } from '../../events/signals.ts'
import { listOpenWithTold } from '../../queries/org/approvals-told.ts'
import { holdUnerased } from '../../queries/org/erasing.ts'
import { loadApproverPoolOf, toRequest } from './approver-pool.ts'

/**
 * Finds open requests that wait for members none of whom was told of them, because others could decide them when they came.
 * A decision that is made at the same moment does no harm: what a member is told is held against the request when it is read.
 *
 * @param page requests in order of their ids: at most `limit`, after `afterId`
 * @returns the last of these requests, undefined when there are no more; and for whom the found ones wait
 */
export async function signalUntold(
  db: Db,
  page: { afterId: string | null; limit: number },
  today: Day,
): Promise<{ lastId: string | undefined; signals: SignalDraft[] }> {
  const found = await listOpenWithTold(db, page, today)
  const requests = await holdUnerased(db, found)
  const asked = await loadApproverPoolOf(db, requests, today)
  const signals = requests.flatMap((request) => {
    const deciders = currentTurn(toRequest(request), asked, today)?.deciders ?? []
    const told = new Set(request.told)
    const knows = deciders.some(({ membershipId: id }) => id !== null && told.has(id))
    return knows || deciders.length === 0 ? [] : [requestWaits(request, deciders)]
  })
  return { lastId: found.length === page.limit ? found.at(-1)!.id : undefined, signals }
}
