import { addressParts, wholeAddress } from '../../../domain/address.ts'
import { changedFields } from '../../../domain/changes.ts'
import { nameProblems } from '../../../domain/uniqueness.ts'
import { locationUpdated } from '../../../events/locations.ts'
import { presentLocation } from '../../../presenters/org/locations.ts'
import { locations, type LocationFields, type LocationRow } from '../../../queries/org/locations.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_locations_update'

/** Changes the fields whose values differ. An address is replaced as a whole. */
export const handler = action('org_locations_update', { subject, run, present: presentLocation })

function subject({ db, today }: Context<Id>, { location_id }: Input<Id>): Promise<LocationRow | undefined> {
  return locations.lock(db, location_id, today)
}

async function run(
  ctx: Context<Id>,
  { location_id: id, address, ...given }: Input<Id>,
  before: LocationRow,
): Promise<LocationRow> {
  const { db, now } = ctx
  const changed = changedFields<LocationFields>(before, {
    ...given,
    address: wholeAddress(addressParts, address),
  })
  if (Object.keys(changed).length === 0) return before
  const { name } = changed
  const namesake = name === undefined ? undefined : await locations.findNamed(db, name, id)
  ctx.refuse(nameProblems('location_name_taken', namesake))
  await locations.update(db, id, changed, now)
  const after = { ...before, ...changed }
  ctx.record(locationUpdated(before, after, changed))
  return after
}
