import { presentSeen, seeRequest, type Seen } from '../../../views/approval-request.ts'
import { notFound } from '../../../errors.ts'
import { getRequest, type RequestRow } from '../../../queries/org/approvals.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_approvals_get'

/** One request, for those who may see it. */
export const handler = action('org_approvals_get', {
  subject,
  authorize,
  run: (ctx, _input, seen) => presentSeen(ctx, seen),
})

function subject({ db, today }: Context<Id>, { request_id: id }: Input<Id>): Promise<RequestRow | undefined> {
  return getRequest(db, id, today)
}

async function authorize(ctx: Context<Id>, request: RequestRow): Promise<Seen> {
  const seen = await seeRequest(ctx, request)
  if (!seen) throw notFound('request_id', 'approval_request')
  return seen
}
