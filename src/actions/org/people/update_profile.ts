import { tiersOf } from '../../../access/people.ts'
import { payrollProblems } from '../../../access/payroll.ts'
import { changeProfile } from '../../../changes/profile.ts'
import { birthdayProblems } from '../../../domain/employment.ts'
import { takenProblems } from '../../../domain/taken.ts'
import { presentPerson } from '../../../presenters/org/people.ts'
import type { PersonRow } from '../../../queries/org/people.ts'
import { findTaken, lockProfile } from '../../../queries/org/profiles.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_update_profile'

/** HR changes the profile of a person. Their own payroll details are changed as everybody's own are, not here. */
export const handler = action('org_people_update_profile', { subject, authorize, run })

function subject({ db, today }: Context<Id>, { person_id }: Input<Id>): Promise<PersonRow | undefined> {
  return lockProfile(db, person_id, today)
}

function authorize(ctx: Context<Id>, { id }: PersonRow, input: Input<Id>): void {
  ctx.refuse(payrollProblems(ctx.caller, id, input))
}

async function run(ctx: Context<Id>, input: Input<Id>, before: PersonRow): Promise<Result<Id>> {
  const { db, caller, audience, today } = ctx
  if (before.erased_at !== null) throw ctx.fail('profile_erased', { record_id: before.id })
  ctx.refuse([
    ...birthdayProblems(input.birthday, today),
    ...takenProblems(await findTaken(db, before.id, input)),
  ])
  const tiers = tiersOf(caller, audience, before.id, false)
  const { person, details, happening } = await changeProfile(ctx, before, input, {
    madeBy: 'administration',
    showsDetails: tiers.private,
  })
  if (happening) ctx.record(happening)
  return presentPerson(person.row, person.references, tiers, today, details)
}
