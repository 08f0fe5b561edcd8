import { decisionProblems, hasDecided } from '../../../access/approvals.ts'
import { rejectRequest } from '../../../services/approvals/approve.ts'
import { presentDecided, seeRequest, type Seen } from '../../../views/approval-request.ts'
import { notFound } from '../../../errors.ts'
import { lockRequest, type RequestRow } from '../../../queries/org/approvals.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_approvals_reject'

/** Refuses a change, with the reason. */
export const handler = action('org_approvals_reject', { subject, authorize, run })

function subject({ db, today }: Context<Id>, { request_id: id }: Input<Id>): Promise<RequestRow | undefined> {
  return lockRequest(db, id, today)
}

async function authorize(ctx: Context<Id>, request: RequestRow): Promise<Seen> {
  const seen = await seeRequest(ctx, request)
  if (!seen) throw notFound('request_id', 'approval_request')
  if (!hasDecided(ctx.caller, request))
    ctx.refuse(decisionProblems(ctx.caller, ctx.audience, request, seen.turn))
  return seen
}

async function run(ctx: Context<Id>, { note }: Input<Id>, seen: Seen): Promise<Result<Id>> {
  const { request, turn } = seen
  if (!turn) throw ctx.fail('request_closed', { record_id: request.id })
  ctx.refuse(decisionProblems(ctx.caller, ctx.audience, request, turn))
  const decided = await rejectRequest(ctx, request, turn, note)
  for (const domainEvent of decided.domainEvents) ctx.record(domainEvent)
  return presentDecided(ctx, seen, decided)
}
