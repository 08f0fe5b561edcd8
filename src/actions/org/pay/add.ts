import { payChangeProblems } from '../../../access/pay.ts'
import { decidePayAdd } from '../../../services/employment/pay.ts'
import { payProposal } from '../../../services/approvals/proposals.ts'
import { submitChange } from '../../../services/approvals/submit.ts'
import { presentPay } from '../../../presenters/org/pay.ts'
import { loadPay, lockPaid, type LockedPaid } from '../../../queries/org/pay.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_pay_add'

/** Pay from a day on. */
export const handler = action('org_pay_add', { subject, authorize, run })

function subject({ db, caller }: Context<Id>, input: Input<Id>): Promise<LockedPaid | undefined> {
  return lockPaid(db, input.person_id, caller.membershipId)
}

/** Asks for the roles of this moment, which may differ from those when the credential was checked. */
function authorize(ctx: Context<Id>, paid: LockedPaid): void {
  ctx.refuse(payChangeProblems(paid.changer, paid, 'person_id'))
}

async function run(ctx: Context<Id>, input: Input<Id>, { id }: LockedPaid): Promise<Result<Id>> {
  const { effective_date, amount, currency, period, note = null } = input
  const pay = { effective_date, amount, currency, period, note }
  const decided = await decidePayAdd(ctx, id, pay)
  ctx.refuse(decided.problems)
  const { approval, happenings } = await submitChange(ctx, payProposal(id, pay, decided), decided)
  for (const happening of happenings) ctx.record(happening)
  return { ...presentPay(id, await loadPay(ctx.db, id), ctx.today), approval }
}
