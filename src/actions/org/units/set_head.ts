import { replacedLead } from '../../../domain/changes.ts'
import { conflict, notFound } from '../../../errors.ts'
import type { Handler } from '../../action.ts'
import { presentUnit } from '../../../presenters/org/units.ts'
import { requireLead } from '../../../queries/org/leads.ts'
import { getUnit, lockTree, updateUnit, type TreeNode } from '../../../queries/org/units.ts'

/** Who leads a unit from now on; nobody's manager changes by it (spec 4.6). */
export const handler: Handler<'org_units_set_head'> = async (ctx, input) => {
  const { db } = ctx
  const { unit_id: id, person_id: lead } = input
  const tree = await lockTree(db)
  const unit = tree.find((node) => node.id === id)
  if (!unit) throw notFound('unit_id', 'unit')

  const changed = unit.head_person_id !== lead
  if (changed && lead) {
    if (unit.archived) throw conflict('This unit is archived and gets no new lead. Choose an active unit.')
    await requireLead(db, ctx.today, lead, 'person_id')
  }

  const before = presentUnit((await getUnit(db, ctx.today, id))!)
  if (changed) {
    await updateUnit(db, id, { head_person_id: lead }, ctx.now)
    const former = unit.head_person_id
    const subject = { type: 'unit', id, name: unit.name }
    ctx.record({
      summary: lead ? 'Set the lead of the unit {subject}' : 'Removed the lead of the unit {subject}',
      subject,
      changes: [{ field: 'head_person_id', before: former, after: lead }],
      personId: (lead ?? former) as string,
    })
    if (lead && former) ctx.record(replacedLead(subject, former, lead))
  }
  const after = changed ? presentUnit((await getUnit(db, ctx.today, id))!) : before
  return { ...after, previous_head: before.head, also_heads: ledBesides(tree, id, lead), changed }
}

function ledBesides(tree: TreeNode[], unitId: string, lead: string | null): { id: string; name: string }[] {
  return tree
    .filter((unit) => lead !== null && unit.head_person_id === lead && unit.id !== unitId && !unit.archived)
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
