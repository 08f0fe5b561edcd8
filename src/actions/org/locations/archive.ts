import { conflict, notFound } from '../../../errors.ts'
import type { Handler } from '../../../pipeline/action.ts'
import { presentLocation } from '../../../presenters/location.ts'
import { getLocation } from '../../../queries/locations.ts'
import { archivePlace, countAssigned, lockActivePlaces } from '../../../queries/places.ts'

/** Out of use for good, unless it is the only active one or somebody works there today or later (gaps 4). */
export const handler: Handler<'org_locations_archive'> = async (ctx, input) => {
  const { db } = ctx
  const { location_id: id } = input
  const active = await lockActivePlaces(db, 'locations')
  const location = await getLocation(db, ctx.today, id)
  if (!location) throw notFound('location_id', 'location')
  if (location.archived) return presentLocation(location)
  if (active.every((other) => other === id))
    throw conflict('This is the only active location. Create another one first.')
  const assigned = await countAssigned(db, 'locations', id, ctx.today)
  if (assigned > 0)
    throw conflict(`People assigned to this location today or later: ${assigned}. Move them first.`)

  await archivePlace(db, 'locations', id, ctx.now)
  ctx.record({
    summary: 'Archived the location {subject}',
    subject: { type: 'location', id, name: location.name },
    changes: [{ field: 'archived', before: false, after: true }],
  })
  return presentLocation({ ...location, archived: true })
}
