import { decisionProblems, hasDecided } from '../../../access/approvals.ts'
import { notFound } from '../../../errors.ts'
import { getRequest, type RequestRow } from '../../../queries/org/approvals.ts'
import { lockPerson, type LockedPerson } from '../../../queries/org/timelines.ts'
import { approveRequest } from '../../../services/approvals/approve.ts'
import { presentDecided, seeRequest, type Seen } from '../../../views/approval-request.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_approvals_approve'

interface Subject {
  request: RequestRow
  person: LockedPerson
}

/** Agrees to a change; with the last step it is made. The request is locked later: see `approveRequest`. */
export const handler = action('org_approvals_approve', { subject, authorize, run })

async function subject(
  { db, today }: Context<Id>,
  { request_id: id }: Input<Id>,
): Promise<Subject | undefined> {
  const request = await getRequest(db, id, today)
  const person = request && (await lockPerson(db, request.person_id))
  return person && { request, person }
}

async function authorize(
  ctx: Context<Id>,
  { request, person }: Subject,
): Promise<{ seen: Seen; person: LockedPerson }> {
  const seen = await seeRequest(ctx, request)
  if (!seen) throw notFound('request_id', 'approval_request')
  if (!hasDecided(ctx.caller, request))
    ctx.refuse(decisionProblems(ctx.caller, ctx.audience, request, seen.turn))
  return { seen, person }
}

async function run(
  ctx: Context<Id>,
  input: Input<Id>,
  { seen, person }: { seen: Seen; person: LockedPerson },
): Promise<Result<Id>> {
  const { request, turn } = seen
  if (!turn) throw ctx.fail('request_closed', { record_id: request.id })
  ctx.refuse(decisionProblems(ctx.caller, ctx.audience, request, turn))
  const decided = await approveRequest(ctx, person, seen, input.note ?? null)
  if (!decided) throw ctx.fail('request_closed', { record_id: request.id })
  for (const domainEvent of decided.domainEvents) ctx.record(domainEvent)
  return presentDecided(ctx, seen, decided)
}
