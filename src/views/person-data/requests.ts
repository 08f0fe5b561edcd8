import { getRequests, listRequestIds } from '../../queries/org/approvals.ts'
import { loadApproverPoolOf } from '../../services/approvals/approver-pool.ts'
import { presentRequest, type Viewed } from '../../presenters/org/approvals.ts'
import { viewRequests } from '../approval-request.ts'
import { mostOpen } from '../open-requests.ts'
import { readerOf } from '../request-reader.ts'
import { part, readInPages } from './part.ts'

const most = 3000

/** Requests about them that the reader may see. */
export const approvals = part(
  `approval_requests.decision_note approval_requests.closed_values approval_requests.shown
   approval_pay.shown approval_steps.note`,
  async (ctx, { person: { id } }) => {
    const { db, today } = ctx
    const reader = await readerOf(ctx, mostOpen)
    const found = await Promise.all(
      (['open', 'overdue', 'closed'] as const).map((state) =>
        listRequestIds(db, { reader, state, personId: id, limit: most }, today),
      ),
    )
    const requests = readInPages(found.flat(), async (ids) => {
      const byId = new Map((await getRequests(db, ids, today)).map((request) => [request.id, request]))
      const page = ids.flatMap((one) => byId.get(one) ?? [])
      const asked = await loadApproverPoolOf(db, page, today)
      const { views, references } = await viewRequests(ctx, page, asked, () => false)
      return { rows: views, present: (viewed: Viewed) => presentRequest(viewed, references, ctx) }
    })
    return { approvals: requests }
  },
)
