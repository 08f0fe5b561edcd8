import type { Handler } from '../../action.ts'
import { presentUnit } from '../../../presenters/org/units.ts'
import { listUnits } from '../../../queries/org/units.ts'

/** Everybody sees the structure; archived units on request (spec 4.6). */
export const handler: Handler<'org_units_list'> = async (ctx, input) => {
  const units = await listUnits(ctx.db, ctx.today, input.include_archived)
  return units.map(presentUnit)
}
