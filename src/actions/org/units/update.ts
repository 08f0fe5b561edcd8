import { onDuplicate } from '../../../db/errors.ts'
import { asChanges, changedFields, replacedLead } from '../../../domain/changes.ts'
import { wouldCycle } from '../../../domain/unit-tree.ts'
import { conflict, notFound } from '../../../errors.ts'
import type { Handler } from '../../action.ts'
import { presentUnit } from '../../../presenters/org/units.ts'
import { requireLead } from '../../../queries/org/leads.ts'
import {
  duplicateName,
  getUnit,
  lockTree,
  treeNodes,
  updateUnit,
  type TreeNode,
  type UnitFields,
} from '../../../queries/org/units.ts'

/** A new name, kind, lead or place in the tree; only what differs counts as a change (spec 4.6). */
export const handler: Handler<'org_units_update'> = async (ctx, input) => {
  const { db } = ctx
  const { unit_id: id, ...given } = input
  const tree = await lockTree(db)
  const unit = tree.find((node) => node.id === id)
  if (!unit) throw notFound('unit_id', 'unit')

  const changed = changedFields<UnitFields>(unit, given)
  if (changed.kind && unit.kind === 'company')
    throw conflict('The company root cannot change its kind: it is the company itself.')
  if (changed.parent_id) requireMovable(tree, unit, changed.parent_id)
  if (changed.head_person_id) {
    if (unit.archived) throw conflict('This unit is archived and gets no new lead. Choose an active unit.')
    await requireLead(db, ctx.today, changed.head_person_id, 'head_person_id')
  }

  if (Object.keys(changed).length > 0) {
    await onDuplicate(duplicateName(changed.name ?? unit.name), updateUnit(db, id, changed, ctx.now))
    const subject = { type: 'unit', id, name: changed.name ?? unit.name }
    const { head_person_id: lead } = changed
    const changes = asChanges<UnitFields>(unit, changed)
    const about = lead === undefined ? null : (lead ?? unit.head_person_id)
    ctx.record({ summary: 'Changed the unit {subject}', subject, changes, ...(about && { personId: about }) })
    if (lead && unit.head_person_id) ctx.record(replacedLead(subject, unit.head_person_id, lead))
  }
  const row = await getUnit(db, ctx.today, id)
  return presentUnit(row!)
}

/** The tree stays a tree: one root at its top, nothing under itself, nothing active under what is archived. */
function requireMovable(tree: TreeNode[], unit: TreeNode, parentId: string): void {
  const parent = tree.find(({ id }) => id === parentId)
  if (!parent) throw notFound('parent_id', 'unit')
  if (unit.kind === 'company') throw conflict('The company root cannot move: everything else is below it.')
  if (unit.archived) throw conflict('This unit is archived and cannot move.')
  if (parent.archived) throw conflict('The parent unit is archived. Choose an active one.')
  if (wouldCycle(treeNodes(tree), unit.id, parentId))
    throw conflict('A unit cannot move under itself or a unit below it. Choose another parent.')
}
