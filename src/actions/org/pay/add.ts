import { payChangeProblems } from '../../../access/pay.ts'
import { presentSummary } from '../../../presenters/org/approvals.ts'
import { presentPay } from '../../../presenters/org/pay.ts'
import { loadPay, lockPaid, type LockedPaid } from '../../../queries/org/pay.ts'
import { mustWait as isHeldBack } from '../../../services/approvals/gate.ts'
import { changePay } from '../../../services/employment/pay.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_pay_add'

/** Pay from a day on. */
export const handler = action('org_pay_add', { subject, authorize, mustWait, run })

function subject({ db, caller }: Context<Id>, input: Input<Id>): Promise<LockedPaid | undefined> {
  return lockPaid(db, input.person_id, caller.membershipId)
}

/** Asks for the roles of this moment, which may differ from those when the credential was checked. */
function authorize(ctx: Context<Id>, { changer, person }: LockedPaid): void {
  ctx.refuse(payChangeProblems(changer, { id: person.personId, role: person.role }, 'person_id'))
}

function mustWait(ctx: Context<Id>, { person }: LockedPaid): Promise<boolean> {
  return isHeldBack(ctx, person, 'pay_add')
}

async function run(ctx: Context<Id>, input: Input<Id>, { person }: LockedPaid): Promise<Result<Id>> {
  const { person_id: id, note = null, ...pay } = input
  const approval = await changePay(ctx, person, { change: 'pay_add', ...pay, note })
  return { ...presentPay(id, await loadPay(ctx.db, id), ctx.today), approval: presentSummary(approval) }
}
