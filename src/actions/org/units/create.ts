import { randomUUIDv7 } from 'node:crypto'
import { onDuplicate } from '../../../db/errors.ts'
import { conflict, notFound } from '../../../errors.ts'
import type { Handler } from '../../action.ts'
import { presentUnit } from '../../../presenters/org/units.ts'
import { requireLead } from '../../../queries/org/leads.ts'
import { duplicateName, getUnit, insertUnit, lockTree } from '../../../queries/org/units.ts'

/** A unit below the root or another active unit, with a name nobody else has (spec 4.6). */
export const handler: Handler<'org_units_create'> = async (ctx, input) => {
  const { db } = ctx
  const tree = await lockTree(db)
  const parent = tree.find(({ id, parent_id }) =>
    input.parent_id ? id === input.parent_id : parent_id === null,
  )
  if (!parent && input.parent_id) throw notFound('parent_id', 'unit')
  if (!parent) throw conflict('There is no company root yet. Run org/setup.init first.')
  if (parent.archived) throw conflict('The parent unit is archived. Choose an active one.')
  const { name, kind, head_person_id: lead = null } = input
  if (lead) await requireLead(db, ctx.today, lead, 'head_person_id')

  const id = randomUUIDv7()
  await onDuplicate(
    duplicateName(name),
    insertUnit(db, id, { name, kind, parent_id: parent.id, head_person_id: lead }),
  )
  ctx.record({
    summary: 'Created the unit {subject}',
    subject: { type: 'unit', id, name },
    changes: [
      { field: 'kind', before: null, after: kind },
      { field: 'parent_id', before: null, after: parent.id },
      ...(lead ? [{ field: 'head_person_id', before: null, after: lead }] : []),
    ],
    ...(lead && { personId: lead }),
  })
  const unit = await getUnit(db, ctx.today, id)
  return presentUnit(unit!)
}
