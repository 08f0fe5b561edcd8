import { listRequests } from '../../queries/org/approvals.ts'
import { loadApproverPoolOf } from '../../services/approvals/approver-pool.ts'
import { presentRequest } from '../../presenters/org/approvals.ts'
import { viewRequests } from '../approval-request.ts'
import { mostOpen } from '../open-requests.ts'
import { readerOf } from '../request-reader.ts'
import { part } from './part.ts'

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
        listRequests(db, { reader, state, personId: id, limit: most }, today),
      ),
    )
    const requests = found.flat()
    const asked = await loadApproverPoolOf(db, requests, today)
    const { views, references } = await viewRequests(ctx, requests, asked, () => false)
    return { approvals: views.map((viewed) => presentRequest(viewed, references, ctx)) }
  },
)
