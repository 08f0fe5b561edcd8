import { canDecide, currentTurn, seesPayRequests } from '../access/approvals.ts'
import { isHr } from '../access/roles.ts'
import { getRequests, type Reader } from '../queries/org/approvals.ts'
import { findForFormerManager, findForLead, leadsUnit } from '../queries/org/approvers.ts'
import { loadApproverPoolOf, toRequest } from '../services/approvals/approver-pool.ts'
import type { Reading } from './approval-request.ts'

/**
 * Tells which requests somebody may see: the facts that lists of requests are limited by.
 *
 * @param most requests outside the reader's line that are looked through
 */
export async function readerOf(ctx: Reading, most: number): Promise<Reader> {
  const { caller, audience } = ctx
  const hr = isHr(caller, audience)
  return {
    membershipId: caller.membershipId,
    personId: caller.personId,
    hr,
    pay: seesPayRequests(caller, audience),
    asked: hr ? [] : await askedElsewhere(ctx, most),
  }
}

/** Requests that wait for the caller, who is not above the person today. Whoever leads no unit is spared that search. */
async function askedElsewhere({ db, caller, audience, today }: Reading, most: number): Promise<string[]> {
  const { personId } = caller
  if (personId === null) return []
  const [leads, asManager] = await Promise.all([
    leadsUnit(db, personId),
    findForFormerManager(db, personId, today, most),
  ])
  const asLead = leads ? await findForLead(db, personId, today, most) : []
  const requests = await getRequests(db, [...new Set([...asLead, ...asManager])], today)
  const asked = await loadApproverPoolOf(db, requests, today)
  return requests
    .filter((request) => canDecide(caller, audience, currentTurn(toRequest(request), asked, today)))
    .map(({ id }) => id)
}
