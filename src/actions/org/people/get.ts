import { tiersOf, type Tiers } from '../../../access/people.ts'
import { listFields } from '../../../queries/org/fields.ts'
import { getPerson } from '../../../queries/org/people.ts'
import { isAbove } from '../../../queries/org/reporting-line.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'
import { showFound, type FoundPerson } from '../../../views/person.ts'

type Id = 'org_people_get'

interface Subject extends FoundPerson {
  /** Tells that the caller is above this person on the reporting line today. */
  above: boolean
}

/** One person, with the fields of the tiers that this caller may see. */
export const handler = action('org_people_get', { subject, authorize, run })

async function subject(ctx: Context<Id>, input: Input<Id>): Promise<Subject | undefined> {
  const { db, caller, audience, today } = ctx
  const asManager = audience === 'me' && caller.personId !== null
  const [row, above, fields] = await Promise.all([
    getPerson(db, input.person_id, input.as_of ?? today),
    asManager ? isAbove(db, caller.personId as string, input.person_id, today) : false,
    listFields(db, false),
  ])
  return row && { row, above, fields }
}

interface Granted {
  found: FoundPerson
  tiers: Tiers
}

function authorize(ctx: Context<Id>, subject: Subject, input: Input<Id>): Granted {
  const tiers = tiersOf(ctx.caller, ctx.audience, subject.row.id, subject.above)
  if (input.as_of !== undefined && input.as_of > ctx.today && !tiers.job)
    throw ctx.fail('future_needs_job_tier', {})
  return { found: subject, tiers }
}

function run(ctx: Context<Id>, input: Input<Id>, { found, tiers }: Granted): Promise<Result<Id>> {
  return showFound(ctx, found, tiers, input.as_of ?? ctx.today)
}
