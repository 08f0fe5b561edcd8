import { tiersOf, type Tiers } from '../../../access/people.ts'
import { presentPerson } from '../../../presenters/org/people.ts'
import { getPerson, getPersonDetails, type PersonRow } from '../../../queries/org/people.ts'
import { loadReferences } from '../../../queries/org/references.ts'
import { isAbove } from '../../../queries/org/reporting-line.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_get'

interface Subject {
  row: PersonRow
  /** Whether the caller is above this person on the reporting line today. */
  above: boolean
}

/** One person, with the fields of the tiers that this caller may see. */
export const handler = action('org_people_get', { subject, authorize, run })

async function subject(ctx: Context<Id>, input: Input<Id>): Promise<Subject | undefined> {
  const { db, caller, audience, today } = ctx
  const asManager = audience === 'me' && caller.personId !== null
  const [row, above] = await Promise.all([
    getPerson(db, input.person_id, input.as_of ?? today),
    asManager ? isAbove(db, caller.personId as string, input.person_id, today) : false,
  ])
  return row && { row, above }
}

function authorize(ctx: Context<Id>, { row, above }: Subject, input: Input<Id>): Granted {
  const tiers = tiersOf(ctx.caller, ctx.audience, row.id, above)
  if (input.as_of !== undefined && input.as_of > ctx.today && !tiers.job)
    throw ctx.fail('future_needs_job_tier', {})
  return { row, tiers }
}

interface Granted {
  row: PersonRow
  tiers: Tiers
}

async function run(
  { db, today }: Context<Id>,
  input: Input<Id>,
  { row, tiers }: Granted,
): Promise<Result<Id>> {
  const asOf = input.as_of ?? today
  const [references, details] = await Promise.all([
    loadReferences(db, [row], today, [], asOf),
    tiers.private ? getPersonDetails(db, row.id) : undefined,
  ])
  return presentPerson(row, references, tiers, asOf, details)
}
