import { canDecide, currentTurn } from '../../../access/approvals.ts'
import { loadApproverPoolOf, toRequest } from '../../../services/approvals/approver-pool.ts'
import { viewRequests } from '../../../views/approval-request.ts'
import { readerOf } from '../../../views/request-reader.ts'
import { notFound } from '../../../errors.ts'
import { presentRequest, type Viewed } from '../../../presenters/org/approvals.ts'
import { findMissing } from '../../../queries/existence.ts'
import { listRequests, type Reader, type RequestRow } from '../../../queries/org/approvals.ts'
import { idsBelow } from '../../../queries/org/reporting-line.ts'
import { StreamedList } from '../../../streaming/stream.ts'
import { action, type Answer, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_approvals_list'

/** At most this many closed requests are listed. */
const mostClosed = 100
/** At most this many open ones are looked through at a time, the oldest first. */
const mostOpen = 500

/** Requests that the caller may see, and how many wait for the caller. */
export const handler = action('org_approvals_list', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Answer<Id>> {
  const { db, caller, audience, today } = ctx
  const { status, person_id: personId, waiting_for_me: onlyMine } = input
  const missing = await findMissing(db, { person_id: ['person', personId] })
  if (missing) throw notFound(missing.field, missing.kind)

  const reader = await readerOf(ctx, mostOpen)
  const wantsClosed = status !== 'open' && !onlyMine
  const [all, closed, below] = await Promise.all([
    listRequests(db, { reader, state: 'open', limit: mostOpen + 1 }, today),
    wantsClosed ? listClosed(ctx, reader, personId) : [],
    caller.personId !== null && !reader.hr ? idsBelow(db, caller.personId, today) : new Set<string>(),
  ])
  const { seen, forReader } =
    all.length <= mostOpen ? { seen: all, forReader: all } : await narrow(ctx, reader, personId)
  const asked = await loadApproverPoolOf(db, [...seen, ...forReader], today)
  const isMine = (request: RequestRow) =>
    canDecide(caller, audience, currentTurn(toRequest(request), asked, today))
  const mine = forReader.filter(isMine)
  const wanted = (onlyMine ? mine : seen).filter(
    ({ person_id: id }) => status !== 'closed' && (personId === undefined || id === personId),
  )
  const { views, references } = await viewRequests(ctx, [...wanted, ...closed], asked, (id) => below.has(id))
  const present = (viewed: Viewed) => presentRequest(viewed, references, ctx)
  return {
    items: new StreamedList([{ rows: views, present }]),
    waiting_for_me: mine.length,
  }
}

/** Finds open requests where there are too many to look through all: those of the filter, and those that may wait for the reader. */
async function narrow(
  { db, today }: Context<Id>,
  reader: Reader,
  personId: string | undefined,
): Promise<{ seen: RequestRow[]; forReader: RequestRow[] }> {
  const find = (which: { personId?: string | undefined; forReader?: boolean }) =>
    listRequests(db, { reader, state: 'open', limit: mostOpen, ...which }, today)
  const [seen, forReader] = await Promise.all([find({ personId }), find({ forReader: true })])
  return { seen, forReader: forReader.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}

async function listClosed(
  { db, today }: Context<Id>,
  reader: Reader,
  personId: string | undefined,
): Promise<RequestRow[]> {
  const [overdue, closed] = await Promise.all([
    listRequests(db, { reader, state: 'overdue', personId, limit: mostClosed }, today),
    listRequests(db, { reader, state: 'closed', personId, limit: mostClosed }, today),
  ])
  const whenOf = ({ closed_at: at, id }: RequestRow) => `${at} ${id}`
  return [...overdue, ...closed].sort((a, b) => (whenOf(a) < whenOf(b) ? 1 : -1)).slice(0, mostClosed)
}
