import type { Handler } from '../../action.ts'
import { presentLocation } from '../../../presenters/org/locations.ts'
import { locations } from '../../../queries/org/locations.ts'

/** Everybody sees the locations, by name; archived ones on request (gaps 4). */
export const handler: Handler<'org_locations_list'> = async (ctx, input) => {
  const rows = await locations.list(ctx.db, ctx.today, input.include_archived)
  return rows.map(presentLocation)
}
