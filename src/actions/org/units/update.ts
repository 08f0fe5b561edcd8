import { changedFields } from '../../../domain/changes.ts'
import { nameProblems } from '../../../domain/uniqueness.ts'
import { leadProblems, moveProblems, newLeadProblems } from '../../../domain/unit-tree.ts'
import { notFound, problem, type Problem } from '../../../errors.ts'
import { formerLeadRemoved, unitHeadChanged, unitUpdated } from '../../../events/units.ts'
import { presentUnit } from '../../../presenters/org/units.ts'
import { holdPerson } from '../../../queries/org/references.ts'
import {
  findLead,
  getUnit,
  lockUnit,
  unitNamed,
  updateUnit,
  type LockedUnit,
  type UnitFields,
  type UnitRow,
} from '../../../queries/org/units.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_units_update'

/** Changes name, kind, lead or parent: the fields whose values differ. */
export const handler = action('org_units_update', { subject, run, present: presentUnit })

async function subject(
  { db, today }: Context<Id>,
  { unit_id, head_person_id: leadId }: Input<Id>,
): Promise<LockedUnit | undefined> {
  // Before the tree: a lead who leaves at this moment does so before or after all of this.
  await holdPerson(db, leadId)
  return lockUnit(db, unit_id, today)
}

async function run(
  ctx: Context<Id>,
  { unit_id: id, ...given }: Input<Id>,
  found: LockedUnit,
): Promise<UnitRow> {
  const { db, today } = ctx
  const forgotten = given.head_person_id === null ? found.formerLeadId : null
  const changed = changedFields<UnitFields>(found.unit, given)
  const [before] = await Promise.all([getUnit(db, id, today), check(ctx, found, changed)])
  if (Object.keys(changed).length === 0 && forgotten === null) return before!
  await updateUnit(db, id, forgotten === null ? changed : { ...changed, head_person_id: null }, ctx)
  const unit = (await getUnit(db, id, today))!
  const { head_person_id: leadId, ...rest } = changed
  const byId = new Map(found.tree.map((one) => [one.id, one]))
  if (Object.keys(rest).length > 0) ctx.record(unitUpdated(found.unit, unit, rest, byId))
  if (forgotten !== null) ctx.record(formerLeadRemoved(unit, forgotten))
  if (leadId !== undefined) ctx.record(unitHeadChanged(before!, unit))
  return unit
}

async function check(ctx: Context<Id>, found: LockedUnit, changed: Partial<UnitFields>): Promise<void> {
  const { db, today } = ctx
  const { unit, tree } = found
  const { name, kind, parent_id: parentId, head_person_id: leadId } = changed
  const lead = leadId ? await findLead(db, leadId, today) : null
  const parent = tree.find(({ id }) => id === parentId)
  if (parentId && !parent) throw notFound('parent_id', 'unit')
  if (lead === undefined) throw notFound('head_person_id', 'person')
  const ofKind: Problem<'company_root_fixed'>[] =
    kind && unit.kind === 'company'
      ? [problem('company_root_fixed', { field: 'unit_id', record_id: unit.id })]
      : []
  ctx.refuse([
    ...(parent ? moveProblems(found, parent) : ofKind),
    ...nameProblems('unit_name_taken', name === undefined ? undefined : unitNamed(tree, name, unit.id)),
    ...(lead ? [...newLeadProblems(unit), ...leadProblems('head_person_id', lead)] : []),
  ])
}
