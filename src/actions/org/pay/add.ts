import { payChangeProblems } from '../../../access/pay.ts'
import { decidePayAdd } from '../../../changes/pay.ts'
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
  const change = await decidePayAdd(ctx, id, { effective_date, amount, currency, period, note })
  ctx.refuse(change.problems)
  const approval = null
  for (const happening of await change.apply()) ctx.record(happening)
  return { ...presentPay(id, await loadPay(ctx.db, id), ctx.today), approval }
}
