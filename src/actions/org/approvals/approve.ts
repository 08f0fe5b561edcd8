import { canDecide } from '../../../access/approvals.ts'
import { approveRequest } from '../../../services/approvals/decide.ts'
import { answerRequest, seeRequest, type Seen } from '../../../views/approval-request.ts'
import { notFound } from '../../../errors.ts'
import { getRequest, type RequestRow } from '../../../queries/org/approvals.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_approvals_approve'

/** Agrees to a change; with the last step it is made. The request is locked later: see `approveRequest`. */
export const handler = action('org_approvals_approve', { subject, authorize, run })

function subject({ db, today }: Context<Id>, { request_id: id }: Input<Id>): Promise<RequestRow | undefined> {
  return getRequest(db, id, today)
}

async function authorize(ctx: Context<Id>, request: RequestRow): Promise<Seen> {
  const seen = await seeRequest(ctx, request)
  if (!seen) throw notFound('request_id', 'approval_request')
  return seen
}

async function run(ctx: Context<Id>, input: Input<Id>, { request, turn }: Seen): Promise<Result<Id>> {
  const { caller, audience } = ctx
  if (!turn) throw ctx.fail('request_closed', { record_id: request.id })
  if (request.proposed_by === caller.membershipId) throw ctx.fail('own_request', {})
  if (!canDecide(caller, audience, turn)) throw ctx.fail('not_your_turn', {})
  const happenings = await approveRequest(ctx, request, input.note ?? null)
  if (happenings === 'closed') throw ctx.fail('request_closed', { record_id: request.id })
  if (happenings === 'not_yours') throw ctx.fail('not_your_turn', {})
  for (const happening of happenings) ctx.record(happening)
  return answerRequest(ctx, request.id)
}
