import { isOpen } from '../../../access/approvals.ts'
import { closeAll } from '../../../services/approvals/outdated.ts'
import { presentDecided, seeRequest, type Seen } from '../../../views/approval-request.ts'
import { notFound } from '../../../errors.ts'
import { lockRequest, type RequestRow } from '../../../queries/org/approvals.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_approvals_withdraw'

/** Takes back what the caller proposed. */
export const handler = action('org_approvals_withdraw', { subject, authorize, run })

function subject({ db, today }: Context<Id>, { request_id: id }: Input<Id>): Promise<RequestRow | undefined> {
  return lockRequest(db, id, today)
}

async function authorize(ctx: Context<Id>, request: RequestRow): Promise<Seen> {
  const seen = await seeRequest(ctx, request)
  if (!seen) throw notFound('request_id', 'approval_request')
  if (request.proposed_by !== ctx.caller.membershipId) throw ctx.fail('not_your_request', {})
  return seen
}

async function run(ctx: Context<Id>, _input: Input<Id>, seen: Seen): Promise<Result<Id>> {
  const { request } = seen
  if (!isOpen(request, ctx.today)) throw ctx.fail('request_closed', { record_id: request.id })
  const { requests, closed } = await closeAll(ctx, [request.id], 'cancelled', 'withdrawn')
  for (const domainEvent of closed) ctx.record(domainEvent)
  return presentDecided(ctx, seen, { request: requests[0] ?? request })
}
