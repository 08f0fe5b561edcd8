import { ledBesides, leadProblems, newLeadProblems } from '../../../domain/unit-tree.ts'
import { notFound } from '../../../errors.ts'
import { formerLeadRemoved, unitHeadChanged } from '../../../events/units.ts'
import { presentUnit } from '../../../presenters/org/units.ts'
import { holdPerson } from '../../../queries/org/references.ts'
import { findLead, getUnit, lockUnit, updateUnit, type LockedUnit } from '../../../queries/org/units.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_units_set_head'

/** Sets or removes the lead of a unit. The managers of its people do not change. */
export const handler = action('org_units_set_head', { subject, run })

async function subject(
  { db, today }: Context<Id>,
  { unit_id, person_id }: Input<Id>,
): Promise<LockedUnit | undefined> {
  // Before the tree: a lead who leaves at this moment does so before or after all of this.
  await holdPerson(db, person_id)
  return lockUnit(db, unit_id, today)
}

async function run(
  ctx: Context<Id>,
  { person_id: leadId }: Input<Id>,
  found: LockedUnit,
): Promise<Result<Id>> {
  const { db, today } = ctx
  const { unit } = found
  const changed = unit.head_person_id !== leadId
  const forgotten = leadId === null ? found.formerLeadId : null
  const [before, lead] = await Promise.all([
    getUnit(db, unit.id, today),
    changed && leadId ? findLead(db, leadId, today) : null,
  ])
  if (lead === undefined) throw notFound('person_id', 'person')
  if (lead) ctx.refuse([...newLeadProblems(unit), ...leadProblems('person_id', lead)])

  let after = before!
  if (forgotten !== null) {
    await updateUnit(db, unit.id, { head_person_id: null }, ctx)
    ctx.record(formerLeadRemoved(before!, forgotten))
  }
  if (changed) {
    await updateUnit(db, unit.id, { head_person_id: leadId }, ctx)
    after = (await getUnit(db, unit.id, today))!
    ctx.record(unitHeadChanged(before!, after))
  }
  return {
    ...presentUnit(after),
    previous_head: presentUnit(before!).head,
    also_heads: ledBesides(found, leadId),
    changed: changed || forgotten !== null,
  }
}
