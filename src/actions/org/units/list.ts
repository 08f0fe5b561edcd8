import type { Handler } from '../../../pipeline/action.ts'
import { presentUnit } from '../../../presenters/unit.ts'
import { listUnits } from '../../../queries/units.ts'

/** Everybody sees the structure; archived units on request (spec 4.6). */
export const handler: Handler<'org_units_list'> = async (ctx, input) => {
  const units = await listUnits(ctx.db, ctx.today, input.include_archived)
  return units.map(presentUnit)
}
