import { conflict, notFound } from '../../../errors.ts'
import type { Handler } from '../../action.ts'
import { presentLocation } from '../../../presenters/org/locations.ts'
import { locations } from '../../../queries/org/locations.ts'

/** Out of use for good, unless it is the only active one or somebody works there today or later (gaps 4). */
export const handler: Handler<'org_locations_archive'> = async (ctx, input) => {
  const { db } = ctx
  const { location_id: id } = input
  const active = await locations.lockActive(db)
  const location = await locations.get(db, ctx.today, id)
  if (!location) throw notFound('location_id', 'location')
  if (location.archived) return presentLocation(location)
  if (active.every((other) => other === id))
    throw conflict('This is the only active location. Create another one first.')
  const assigned = await locations.countAssigned(db, id, ctx.today)
  if (assigned > 0)
    throw conflict(`People assigned to this location today or later: ${assigned}. Move them first.`)

  await locations.archive(db, id, ctx.now)
  ctx.record({
    summary: 'Archived the location {subject}',
    subject: { type: 'location', id, name: location.name },
    changes: [{ field: 'archived', before: false, after: true }],
  })
  return presentLocation({ ...location, archived: true })
}
