import { viewRequests } from '../../../views/approval-request.ts'
import { findOpenRequests, mostOpen } from '../../../views/open-requests.ts'
import { readerOf } from '../../../views/request-reader.ts'
import { decodeClosedPlace, encodeClosedPlace, type ClosedPlace } from '../../../domain/cursor.ts'
import { notFound } from '../../../errors.ts'
import { presentRequest, type Viewed } from '../../../presenters/org/approvals.ts'
import { findMissing } from '../../../queries/existence.ts'
import { listRequests, type Reader, type RequestRow } from '../../../queries/org/approvals.ts'
import { idsBelow } from '../../../queries/org/reporting-line.ts'
import { Afterwards, StreamedList } from '../../../streaming/stream.ts'
import { action, type Answer, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_approvals_list'

/** So many closed requests are on a page. */
const mostClosed = 100

/**
 * When the list is so long, the rest is left out, as more than 500 requests are. 500 requests have a tenth of it, unless
 * they would end jobs with hundreds of scheduled rows, or hundreds of people can decide.
 */
const mostBytes = 16 * 1024 ** 2

/** Requests that the caller may see, and how many wait for the caller. */
export const handler = action('org_approvals_list', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Answer<Id>> {
  const { db, caller, today } = ctx
  const { status, person_id: personId, waiting_for_me: onlyMine } = input
  const before = input.before === undefined ? undefined : decodeClosedPlace(input.before)
  const missing = await findMissing(db, { person_id: ['person', personId] })
  if (missing) throw notFound(missing.field, missing.kind)

  const reader = await readerOf(ctx, mostOpen)
  const wantsClosed = status !== 'open' && !onlyMine
  const [{ seen, mine, asked }, closed, below] = await Promise.all([
    findOpenRequests(ctx, reader, personId),
    wantsClosed ? listClosed(ctx, reader, { personId, before }) : [],
    caller.personId !== null && !reader.hr ? idsBelow(db, caller.personId, today) : new Set<string>(),
  ])
  const wanted = (onlyMine ? mine : seen).filter(
    ({ person_id: id }) =>
      status !== 'closed' && before === undefined && (personId === undefined || id === personId),
  )
  const page = closed.slice(0, mostClosed)
  const { views, references } = await viewRequests(ctx, [...wanted, ...page], asked, (id) => below.has(id))
  const present = (viewed: Viewed) => presentRequest(viewed, references, ctx)
  let last = closed.length > page.length ? page.at(-1) : undefined
  const reached = ({ request }: Viewed) => {
    last = page.find(({ id }) => id === request.id)
  }
  return {
    items: new StreamedList([{ rows: views, present }], { bytes: mostBytes, reached }),
    waiting_for_me: mine.length,
    next_before: new Afterwards(() => (last ? encodeClosedPlace(placeOf(last)) : null)),
  }
}

const placeOf = ({ closed_at: at, id }: RequestRow): ClosedPlace => ({ at: new Date(at!), id })

/** Closed ones of a page, and the first of the next one. */
async function listClosed(
  { db, today }: Context<Id>,
  reader: Reader,
  which: { personId: string | undefined; before: ClosedPlace | undefined },
): Promise<RequestRow[]> {
  const limit = mostClosed + 1
  const [overdue, closed] = await Promise.all([
    listRequests(db, { reader, state: 'overdue', ...which, limit }, today),
    listRequests(db, { reader, state: 'closed', ...which, limit }, today),
  ])
  const whenOf = ({ closed_at: at, id }: RequestRow) => `${at} ${id}`
  return [...overdue, ...closed].sort((a, b) => (whenOf(a) < whenOf(b) ? 1 : -1)).slice(0, limit)
}
