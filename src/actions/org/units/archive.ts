import { archiveProblems, type UnitInTree } from '../../../domain/unit-tree.ts'
import { unitArchived } from '../../../events/units.ts'
import { presentUnit } from '../../../presenters/org/units.ts'
import { archiveUnit, getUnit, lockUnit, type UnitRow } from '../../../queries/org/units.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_units_archive'

/** Archives for good. Refused while an active unit is directly below. People stay assigned to the unit. */
export const handler = action('org_units_archive', { subject, run, present: presentUnit })

function subject({ db, today }: Context<Id>, { unit_id }: Input<Id>): Promise<UnitInTree | undefined> {
  return lockUnit(db, unit_id, today)
}

async function run(ctx: Context<Id>, _input: Input<Id>, found: UnitInTree): Promise<UnitRow> {
  const { db, today } = ctx
  const { id, archived } = found.unit
  ctx.refuse(archiveProblems(found))
  if (!archived) await archiveUnit(db, id, ctx)
  const unit = (await getUnit(db, id, today))!
  if (!archived) ctx.record(unitArchived(unit))
  return unit
}
