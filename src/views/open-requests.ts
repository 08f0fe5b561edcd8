import { canDecide, currentTurn } from '../access/approvals.ts'
import { listRequests, type Reader, type RequestRow } from '../queries/org/approvals.ts'
import { loadApproverPoolOf, toRequest } from '../services/approvals/approver-pool.ts'
import type { Reading } from './approval-request.ts'

/** At most this many open requests are looked through at a time, the oldest first. */
export const mostOpen = 500

/** Open requests, as a reader sees them. */
export interface OpenRequests {
  /** Requests that the reader sees; of one person, where there are too many to look through all. */
  seen: RequestRow[]
  /** Requests that the reader can decide now. */
  mine: RequestRow[]
  /** The ids that were looked at for `mine`, where there are too many to look at all; null: each was. */
  looked: string[] | null
  asked: Awaited<ReturnType<typeof loadApproverPoolOf>>
}

/** Finds open requests, and those of them that wait for the reader. */
export async function findOpenRequests(
  ctx: Reading,
  reader: Reader,
  personId?: string,
): Promise<OpenRequests> {
  const { db, caller, audience, today } = ctx
  const all = await listRequests(db, { reader, state: 'open', limit: mostOpen + 1 }, today)
  const { seen, forReader } =
    all.length <= mostOpen ? { seen: all, forReader: all } : await narrow(ctx, reader, personId)
  const asked = await loadApproverPoolOf(db, [...seen, ...forReader], today)
  const isMine = (request: RequestRow): boolean =>
    canDecide(caller, audience, currentTurn(toRequest(request), asked, today))
  const isCut = all.length > mostOpen && forReader.length === mostOpen
  const looked = isCut ? forReader.map(({ id }) => id) : null
  return { seen, mine: forReader.filter(isMine), looked, asked }
}

/** Finds open requests where there are too many to look through all: those of the filter, and those that may wait for the reader. */
async function narrow(
  { db, today }: Reading,
  reader: Reader,
  personId: string | undefined,
): Promise<{ seen: RequestRow[]; forReader: RequestRow[] }> {
  const find = (which: { personId?: string | undefined; forReader?: boolean }) =>
    listRequests(db, { reader, state: 'open', limit: mostOpen, ...which }, today)
  const [seen, forReader] = await Promise.all([find({ personId }), find({ forReader: true })])
  return { seen, forReader: forReader.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}
