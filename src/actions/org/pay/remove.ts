import { payChangeProblems } from '../../../access/pay.ts'
import { notFound } from '../../../errors.ts'
import { presentSummary } from '../../../presenters/org/approvals.ts'
import { presentPay, withoutRows, withRows, type PayWithoutRows } from '../../../presenters/org/pay.ts'
import { findPersonOfPay, findPayRows, loadPay, lockPaid, type LockedPaid } from '../../../queries/org/pay.ts'
import { changePay, removalMustWait } from '../../../services/employment/pay.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_pay_remove'

/** Takes a pay row out of the history. What is stored of the answer holds no pay. */
export const handler = action('org_pay_remove', {
  subject,
  authorize,
  mustWait,
  run,
  stored: { keep: withoutRows, recall },
})

async function subject({ db, caller }: Context<Id>, input: Input<Id>): Promise<LockedPaid | undefined> {
  const personId = await findPersonOfPay(db, input.pay_id)
  return personId === undefined ? undefined : lockPaid(db, personId, caller.membershipId)
}

/** Asks for the roles of this moment, which may differ from those when the credential was checked. */
function authorize(ctx: Context<Id>, { changer, person }: LockedPaid): void {
  ctx.refuse(payChangeProblems(changer, { id: person.personId, role: person.role }, 'pay_id'))
}

function mustWait(ctx: Context<Id>, { person }: LockedPaid, { pay_id: payId }: Input<Id>): Promise<boolean> {
  return removalMustWait(ctx, person, payId)
}

async function run(ctx: Context<Id>, input: Input<Id>, { person }: LockedPaid): Promise<Result<Id>> {
  const approval = await changePay(ctx, person, { change: 'pay_remove', payId: input.pay_id })
  const pay = await loadPay(ctx.db, person.personId)
  return { ...presentPay(person.personId, pay, ctx.today), approval: presentSummary(approval) }
}

async function recall({ db }: Context<Id>, kept: PayWithoutRows): Promise<Result<Id>> {
  const ids = kept.history.map(({ id }) => id)
  const answer = withRows(kept, await findPayRows(db, ids))
  // Only erasing the person takes rows away before the answer is forgotten.
  if (!answer) throw notFound('pay_id', 'pay')
  return answer
}
