import { newField, placesOf, type CustomField } from '../../../domain/custom-fields.ts'
import { fieldCreated } from '../../../events/fields.ts'
import { presentField } from '../../../presenters/org/fields.ts'
import { insertField, lockFields, storePlaces } from '../../../queries/org/fields.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_fields_create'

/** Adds a custom field after the active ones. Its key and type stay for good. */
export const handler = action('org_fields_create', { run, present: presentField })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<CustomField> {
  const { db, now } = ctx
  const fields = await lockFields(db)
  const { field, problems } = newField(ctx.newId(), input, fields)
  ctx.refuse(problems)
  await Promise.all([
    insertField(db, field, now),
    // Archived fields come after the new one.
    storePlaces(db, fields, placesOf([...fields, field])),
  ])
  ctx.record(fieldCreated(field))
  return field
}
