import { hasActiveChildren } from '../../../domain/unit-tree.ts'
import { conflict, notFound } from '../../../errors.ts'
import type { Handler } from '../../action.ts'
import { presentUnit } from '../../../presenters/org/units.ts'
import { archiveUnit, getUnit, lockTree, treeNodes } from '../../../queries/org/units.ts'

/** Out of use for good, once nothing active is below it; its people stay assigned (spec 4.6). */
export const handler: Handler<'org_units_archive'> = async (ctx, input) => {
  const { db } = ctx
  const { unit_id: id } = input
  const tree = await lockTree(db)
  const unit = tree.find((node) => node.id === id)
  if (!unit) throw notFound('unit_id', 'unit')
  if (unit.kind === 'company')
    throw conflict('The company root cannot be archived: everything else is below it.')
  if (hasActiveChildren(treeNodes(tree), id))
    throw conflict('This unit has active units below it. Archive or move them first.')

  if (!unit.archived) {
    await archiveUnit(db, id, ctx.now)
    ctx.record({
      summary: 'Archived the unit {subject}',
      subject: { type: 'unit', id, name: unit.name },
      changes: [{ field: 'archived', before: false, after: true }],
    })
  }
  const row = await getUnit(db, ctx.today, id)
  return presentUnit(row!)
}
