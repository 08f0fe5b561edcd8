import { fieldProblems } from '../../../access/fields.ts'
import { asChanges } from '../../../domain/changes.ts'
import {
  changedSettings,
  changesSecrecy,
  placesOf,
  removedOptions,
  updateProblems,
  widens,
  type CustomField,
  type FieldSettings,
  type FieldTier,
  type Uses,
} from '../../../domain/custom-fields.ts'
import { fieldUpdated } from '../../../events/fields.ts'
import { presentField } from '../../../presenters/org/fields.ts'
import { countOptions, countPeopleWithValue } from '../../../queries/org/custom-values.ts'
import { lockFields, storePlaces, updateField } from '../../../queries/org/fields.ts'
import { rewriteValues } from '../../../queries/org/rewrite-custom-values.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_fields_update'

interface Subject {
  field: CustomField
  /** All fields of the organization. */
  fields: CustomField[]
}

interface Done {
  field: CustomField
  previousTier: FieldTier
}

/** Changes settings and place of a custom field, archives it, or brings it back. */
export const handler = action('org_fields_update', {
  subject,
  authorize,
  run,
  present: ({ field, previousTier }: Done) => ({ ...presentField(field), previous_tier: previousTier }),
})

async function subject({ db }: Context<Id>, { field_id: id }: Input<Id>): Promise<Subject | undefined> {
  const fields = await lockFields(db)
  const field = fields.find((one) => one.id === id)
  return field && { field, fields }
}

function authorize({ caller, refuse }: Context<Id>, { field }: Subject, input: Input<Id>): void {
  refuse(fieldProblems(caller, field, input))
}

async function run(ctx: Context<Id>, input: Input<Id>, { field, fields }: Subject): Promise<Done> {
  const { db, now } = ctx
  const { field_id: id, confirm_expose_existing: confirmed = false, ...given } = input
  const changed = changedSettings(field, given)
  const uses = await countUses(ctx, field, changed)
  ctx.refuse(updateProblems(field, given, changed, fields, uses, confirmed))

  const settled = fields.map((one) => (one.id === id ? { ...one, ...changed } : one))
  const place = changed.archived === false ? (given.position ?? fields.length) : given.position
  const places = placesOf(settled, place === undefined ? undefined : { id, position: place })
  const after = { ...field, ...changed, position: places.get(id)! }
  if (Object.keys(changed).length > 0) await updateField(db, id, changed, now)
  await storePlaces(db, fields, places)
  const valuesLeft = changesSecrecy(field.tier, changed.tier) && !(await rewrite(ctx, after))
  const moved = given.position !== undefined && after.position !== field.position
  const changes = asChanges<Partial<CustomField>>(field, {
    ...changed,
    ...(moved && { position: after.position }),
  })
  if (changes.length > 0) ctx.record(fieldUpdated(after, changes, valuesLeft))
  return { field: after, previousTier: field.tier }
}

/** Counts who has values, where that decides. The field is locked, so nobody sets a value meanwhile. */
async function countUses(
  { db }: Context<Id>,
  field: CustomField,
  changed: Partial<FieldSettings>,
): Promise<Uses> {
  const [people, ofOption] = await Promise.all([
    widens(field.tier, changed.tier) ? countPeopleWithValue(db, field.id) : 0,
    removedOptions(field, changed.options).length > 0
      ? countOptions(db, field.id)
      : new Map<string, number>(),
  ])
  return { people, ofOption }
}

/** So many values are rewritten within one call: about a second's work. A slow database is given two, and no more. */
const mostInOneCall = { values: 10_000, ms: 2000 }

/** Encrypts the values of a field that became private, or the other way round. @returns whether none is left */
const rewrite = ({ db }: Context<Id>, field: CustomField): Promise<boolean> =>
  rewriteValues(db, field, mostInOneCall.values, mostInOneCall.ms)
