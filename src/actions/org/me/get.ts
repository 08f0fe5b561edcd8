import { tiersOf } from '../../../access/people.ts'
import { listFields } from '../../../queries/org/fields.ts'
import { getPerson } from '../../../queries/org/people.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'
import { showFound } from '../../../views/person.ts'

type Id = 'org_me_get'

/** The caller's own person. */
export const handler = action('org_me_get', { authorize, run })

function authorize(ctx: Context<Id>): string {
  const { personId } = ctx.caller
  if (personId === null) throw ctx.fail('no_own_person', {})
  return personId
}

async function run(ctx: Context<Id>, _input: Input<Id>, personId: string): Promise<Result<Id>> {
  const { db, caller, audience, today } = ctx
  const [row, fields] = await Promise.all([getPerson(db, personId, today), listFields(db, false)])
  return showFound(ctx, { row: row!, fields }, tiersOf(caller, audience, personId, false), today)
}
