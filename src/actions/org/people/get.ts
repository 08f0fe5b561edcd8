import { seenFields, tiersOf, type Tiers } from '../../../access/people.ts'
import type { CustomField } from '../../../domain/custom-fields.ts'
import { customOf } from '../../../presenters/org/custom-values.ts'
import { presentPerson } from '../../../presenters/org/people.ts'
import { loadCustomValues } from '../../../queries/org/custom-values.ts'
import { listFields } from '../../../queries/org/fields.ts'
import { getPerson, type PersonRow } from '../../../queries/org/people.ts'
import { loadDetails } from '../../../queries/org/person-details.ts'
import { loadReferences } from '../../../queries/org/references.ts'
import { isAbove } from '../../../queries/org/reporting-line.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_get'

interface Subject {
  row: PersonRow
  /** Whether the caller is above this person on the reporting line today. */
  above: boolean
  /** The active custom fields. */
  fields: CustomField[]
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

function authorize(ctx: Context<Id>, { row, above, fields }: Subject, input: Input<Id>): Granted {
  const tiers = tiersOf(ctx.caller, ctx.audience, row.id, above)
  if (input.as_of !== undefined && input.as_of > ctx.today && !tiers.job)
    throw ctx.fail('future_needs_job_tier', {})
  return { row, tiers, fields }
}

interface Granted {
  row: PersonRow
  tiers: Tiers
  fields: CustomField[]
}

async function run(
  { db, vault, today }: Context<Id>,
  input: Input<Id>,
  { row, tiers, fields }: Granted,
): Promise<Result<Id>> {
  const asOf = input.as_of ?? today
  const [references, details, values] = await Promise.all([
    loadReferences(db, [row], today, [], asOf),
    tiers.private ? loadDetails(db, vault, [row.id]) : undefined,
    loadCustomValues(db, vault, seenFields(tiers, fields), [row]),
  ])
  return presentPerson(row, references, tiers, asOf, details?.get(row.id), customOf(fields, values))
}
