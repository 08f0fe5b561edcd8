import { tiersOf } from '../../../access/people.ts'
import { loadKnownPerson } from '../../../queries/org/references.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'
import { showPerson } from '../../show-person.ts'

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
  const person = await loadKnownPerson(db, personId, today)
  return showPerson(ctx, person, tiersOf(caller, audience, personId, false))
}
