import { ceilingProblems } from '../../../domain/ceilings.ts'
import { nameProblems } from '../../../domain/uniqueness.ts'
import { unitsAbove } from '../../../domain/unit-plan.ts'
import { depthProblems, leadProblems, usableUnit, type UnitNode } from '../../../domain/unit-tree.ts'
import { notFound } from '../../../errors.ts'
import { unitCreated } from '../../../events/units.ts'
import { presentUnit } from '../../../presenters/org/units.ts'
import { holdPerson } from '../../../queries/org/references.ts'
import { findLead, insertUnit, lockTree, unitNamed, type UnitRow } from '../../../queries/org/units.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_units_create'

/** Creates a unit below the root or another active unit. No two have the same name, archived ones included. */
export const handler = action('org_units_create', { run, present: presentUnit })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<UnitRow> {
  const { db, today } = ctx
  const { name, kind, parent_id: parentId, head_person_id: leadId = null } = input
  // Before the tree: a lead who leaves at this moment does so before or after all of this.
  await holdPerson(db, leadId)
  const [tree, lead] = await Promise.all([
    lockTree(db, today),
    leadId === null ? null : findLead(db, leadId, today),
  ])
  if (tree.length === 0) throw ctx.fail('company_root_missing', {})
  const parent = tree.find((unit) => (parentId ? unit.id === parentId : unit.parent_id === null))
  if (!parent) throw notFound('parent_id', 'unit')
  if (lead === undefined) throw notFound('head_person_id', 'person')
  ctx.refuse([
    ...usableUnit('parent_id', parent),
    ...depthProblems('parent_id', levelBelow(tree, parent.id), 1, undefined),
    ...nameProblems('unit_name_taken', unitNamed(tree, name, null)),
    ...leadProblems('head_person_id', lead),
    ...ceilingProblems('units', 'name', tree.length + 1),
  ])

  const unit = await insertUnit(db, ctx.newId(), { name, kind, parent_id: parent.id }, lead, ctx)
  ctx.record(unitCreated(unit, parent))
  return unit
}

const levelBelow = (tree: readonly UnitNode[], parentId: string): number =>
  unitsAbove(new Map(tree.map((unit) => [unit.id, unit])), parentId).length + 2
