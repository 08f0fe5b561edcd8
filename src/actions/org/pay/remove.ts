import { payChangeProblems } from '../../../access/pay.ts'
import { decidePayRemove } from '../../../services/employment/pay.ts'
import { payRemovalProposal } from '../../../services/approvals/proposals.ts'
import { submitChange } from '../../../services/approvals/submit.ts'
import { notFound } from '../../../errors.ts'
import { presentPay, withoutRows, withRows, type PayWithoutRows } from '../../../presenters/org/pay.ts'
import { findPaidOfRow, findPayRows, loadPay, lockPaid, type LockedPaid } from '../../../queries/org/pay.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_pay_remove'

/** Takes a pay row out of the history. What is stored of the answer holds no pay. */
export const handler = action('org_pay_remove', {
  subject,
  authorize,
  run,
  stored: { keep: withoutRows, recall },
})

async function subject({ db, caller }: Context<Id>, input: Input<Id>): Promise<LockedPaid | undefined> {
  const person = await findPaidOfRow(db, input.pay_id)
  return person && lockPaid(db, person.id, caller.membershipId)
}

/** Asks for the roles of this moment, which may differ from those when the credential was checked. */
function authorize(ctx: Context<Id>, paid: LockedPaid): void {
  ctx.refuse(payChangeProblems(paid.changer, paid, 'pay_id'))
}

async function run(ctx: Context<Id>, input: Input<Id>, { id }: LockedPaid): Promise<Result<Id>> {
  const decided = await decidePayRemove(ctx, input.pay_id)
  ctx.refuse(decided.problems)
  const proposal = payRemovalProposal(id, input.pay_id, decided)
  const { approval, happenings } = await submitChange(ctx, proposal, decided)
  for (const happening of happenings) ctx.record(happening)
  return { ...presentPay(id, await loadPay(ctx.db, id), ctx.today), approval }
}

async function recall({ db }: Context<Id>, kept: PayWithoutRows): Promise<Result<Id>> {
  const ids = kept.history.map(({ id }) => id)
  const answer = withRows(kept, await findPayRows(db, ids))
  // Only erasing the person takes rows away before the answer is forgotten.
  if (!answer) throw notFound('pay_id', 'pay')
  return answer
}
