import { tiersOf } from '../../../access/people.ts'
import { presentPerson } from '../../../presenters/org/people.ts'
import { loadDetails } from '../../../queries/org/person-details.ts'
import { loadKnownPerson } from '../../../queries/org/references.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_me_get'

/** The caller's own person. */
export const handler = action('org_me_get', { authorize, run })

function authorize(ctx: Context<Id>): string {
  const { personId } = ctx.caller
  if (personId === null) throw ctx.fail('no_own_person', {})
  return personId
}

async function run(ctx: Context<Id>, _input: Input<Id>, personId: string): Promise<Result<Id>> {
  const { db, vault, caller, audience, today } = ctx
  const [{ row, references }, details] = await Promise.all([
    loadKnownPerson(db, personId, today),
    loadDetails(db, vault, [personId]),
  ])
  const tiers = tiersOf(caller, audience, personId, false)
  return presentPerson(row, references, tiers, today, details.get(personId))
}
