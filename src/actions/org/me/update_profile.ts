import { tiersOf } from '../../../access/people.ts'
import { ownPayrollProblems } from '../../../access/payroll.ts'
import { changeProfile } from '../../../services/employment/profile.ts'
import { birthdayProblems } from '../../../domain/employment.ts'
import { lockProfile } from '../../../queries/org/profiles.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'
import { showPerson } from '../../../views/person.ts'

type Id = 'org_me_update_profile'

/** Callers change their own profile. */
export const handler = action('org_me_update_profile', { authorize, run })

function authorize(ctx: Context<Id>, _subject: undefined, input: Input<Id>): string {
  const { personId } = ctx.caller
  if (personId === null) throw ctx.fail('no_own_person', {})
  ctx.refuse(ownPayrollProblems(ctx.caller, input))
  return personId
}

async function run(ctx: Context<Id>, input: Input<Id>, personId: string): Promise<Result<Id>> {
  const { db, caller, audience, today } = ctx
  ctx.refuse(birthdayProblems(input.birthday, today))
  const before = (await lockProfile(db, personId, today))!
  const { person, domainEvent } = await changeProfile(ctx, before, input, { seesDetails: true })
  if (domainEvent) ctx.record(domainEvent)
  return showPerson(ctx, person, tiersOf(caller, audience, personId, false))
}
