import { maySeePay } from '../../../access/pay.ts'
import { presentPay } from '../../../presenters/org/pay.ts'
import { recordExists } from '../../../queries/existence.ts'
import { loadPay } from '../../../queries/org/pay.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_pay_list'
type Subject = { id: string }

/** The pay of a person, for those who may know. */
export const handler = action('org_pay_list', { subject, authorize, run })

async function subject({ db }: Context<Id>, { person_id: id }: Input<Id>): Promise<Subject | undefined> {
  return (await recordExists(db, 'person', id)) ? { id } : undefined
}

/** Everybody may know that the person exists, so this is no secret. */
function authorize(ctx: Context<Id>, { id }: Subject): void {
  if (!maySeePay(ctx.caller, ctx.audience, id)) throw ctx.fail('pay_hidden', {})
}

async function run({ db, today }: Context<Id>, _input: Input<Id>, { id }: Subject): Promise<Result<Id>> {
  return presentPay(id, await db.last(() => loadPay(db, id)), today)
}
