import type { Handler } from '../../../pipeline/action.ts'
import { presentLocation } from '../../../presenters/location.ts'
import { listLocations } from '../../../queries/locations.ts'

/** Everybody sees the locations, by name; archived ones on request (gaps 4). */
export const handler: Handler<'org_locations_list'> = async (ctx, input) => {
  const locations = await listLocations(ctx.db, ctx.today, input.include_archived)
  return locations.map(presentLocation)
}
