import { seesTier, tiersOf } from '../../../access/people.ts'
import { payrollProblems } from '../../../access/payroll.ts'
import { emailChangeOffered } from '../../../events/sessions.ts'
import { followWorkEmail } from '../../../services/members/email-change.ts'
import { changeProfile } from '../../../services/employment/profile.ts'
import { emailKey } from '../../../domain/email.ts'
import { byKey, customChanges } from '../../../domain/custom-values.ts'
import { birthdayProblems } from '../../../domain/employment.ts'
import { takenProblems } from '../../../domain/uniqueness.ts'
import { loadCustomValues } from '../../../queries/org/custom-values.ts'
import { lockFieldsToSet } from '../../../queries/org/fields.ts'
import type { PersonRow } from '../../../queries/org/people.ts'
import { findTaken, lockProfile } from '../../../queries/org/profiles.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'
import { showPerson } from '../../../views/person.ts'

type Id = 'org_people_update_profile'

/** HR changes the profile of a person. Their own payroll details are changed as everybody's own are, not here. */
export const handler = action('org_people_update_profile', { needs: ['postbox'], subject, authorize, run })

function subject({ db, today }: Context<Id>, { person_id }: Input<Id>): Promise<PersonRow | undefined> {
  return lockProfile(db, person_id, today)
}

function authorize(ctx: Context<Id>, { id }: PersonRow, input: Input<Id>): void {
  ctx.refuse(payrollProblems(ctx.caller, id, input))
}

async function run(ctx: Context<Id, 'postbox'>, input: Input<Id>, before: PersonRow): Promise<Result<Id>> {
  const { db, caller, audience, today } = ctx
  if (before.erased_at !== null)
    throw ctx.fail('profile_erased', { field: 'person_id', record_id: before.id })
  const [taken, fields] = await Promise.all([
    findTaken(db, input, before.id, today),
    lockFieldsToSet(db, Object.keys(input.custom ?? {})),
  ])
  const tiers = tiersOf(caller, audience, before.id, false)
  const unseen = fields.filter(({ tier }) => !seesTier(tiers, tier))
  const values = await loadCustomValues(db, fields, [before])
  const own = values.get(before.id) ?? {}
  const custom = customChanges(byKey(fields), input.custom, own, 'custom', unseen)
  ctx.refuse([...birthdayProblems(input.birthday, today), ...takenProblems(taken), ...custom.problems])
  const given = { ...input, custom: custom.changes }
  const { person, domainEvent } = await changeProfile(ctx, before, given, {
    seesDetails: tiers.private,
  })
  if (domainEvent) ctx.record(domainEvent)
  if (input.work_email !== undefined) await mailLink(ctx, before, input.work_email)
  return showPerson(ctx, person, tiers)
}

/** Mails a link to another work e-mail, if the person signs in with the one from before. */
async function mailLink(ctx: Context<Id, 'postbox'>, before: PersonRow, email: string): Promise<void> {
  if (emailKey(email) === emailKey(before.work_email)) return
  const { db, now, today, postbox } = ctx
  const link = await followWorkEmail(ctx, postbox.pen.links, before, email)
  if (!link) return
  const { id: aboutId, membershipId } = link
  await postbox.write(db, { kind: 'email_change', aboutId, membershipId }, now, today)
  ctx.record(emailChangeOffered(before.id))
}
