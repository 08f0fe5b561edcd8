import { archivePlaceProblems } from '../../../domain/places.ts'
import { locationArchived } from '../../../events/locations.ts'
import { presentLocation } from '../../../presenters/org/locations.ts'
import { locations, type LocationRow } from '../../../queries/org/locations.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_locations_archive'

interface Subject {
  location: LocationRow
  /** The ids of all active locations. */
  active: string[]
}

/** Archives for good. Refused for the only active location, and while somebody works there today or later. */
export const handler = action('org_locations_archive', { subject, run, present: presentLocation })

async function subject({ db, today }: Context<Id>, { location_id }: Input<Id>): Promise<Subject | undefined> {
  const [active, location] = await Promise.all([
    locations.lockActive(db),
    locations.get(db, location_id, today),
  ])
  return location && { location, active }
}

async function run(ctx: Context<Id>, _input: Input<Id>, { location, active }: Subject): Promise<LocationRow> {
  const { db, now, today } = ctx
  if (location.archived) return location
  const assigned = await locations.countAssigned(db, location.id, today)
  ctx.refuse(
    archivePlaceProblems(
      { lastActive: 'last_active_location', inUse: 'location_in_use' },
      location,
      active,
      assigned,
    ),
  )
  await locations.archive(db, location.id, now)
  const archived = { ...location, archived: true }
  ctx.record(locationArchived(archived))
  return archived
}
