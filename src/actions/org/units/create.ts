import { randomUUIDv7 } from 'node:crypto'
import { onDuplicate } from '../../../db/errors.ts'
import { sql } from '../../../db/transaction.ts'
import { conflict, notFound } from '../../../errors.ts'
import type { Handler } from '../../../pipeline/action.ts'
import { presentUnit } from '../../../presenters/unit.ts'
import { requireLead } from '../../../queries/leads.ts'
import { duplicateName, getUnit, lockTree } from '../../../queries/units.ts'

/** A unit below the root or another active unit, with a name nobody else has (spec 4.6). */
export const handler: Handler<'org_units_create'> = async (ctx, input) => {
  const { db } = ctx
  const tree = await lockTree(db)
  const parent = tree.find(({ id, parent_id }) => (input.parent_id ? id === input.parent_id : parent_id === null))
  if (!parent && input.parent_id) throw notFound('parent_id', 'unit')
  if (!parent) throw conflict('There is no company root yet. Run org/setup.init first.')
  if (parent.archived) throw conflict('The parent unit is archived. Choose an active one.')
  if (input.head_person_id) await requireLead(db, ctx.today, input.head_person_id, 'head_person_id')

  const id = randomUUIDv7()
  await onDuplicate(
    duplicateName(input.name),
    db.run(
      sql('units').insert({
        org_id: db.orgId, id, name: input.name, kind: input.kind, parent_id: parent.id, head_person_id: input.head_person_id ?? null,
      }),
    ),
  )
  ctx.record({
    summary: 'Created the unit {subject}',
    subject: { type: 'unit', id, name: input.name },
    changes: [
      { field: 'kind', before: null, after: input.kind },
      { field: 'parent_id', before: null, after: parent.id },
      { field: 'head_person_id', before: null, after: input.head_person_id ?? null },
    ],
  })
  const unit = await getUnit(db, ctx.today, id)
  return presentUnit(unit!)
}
