import { onDuplicate } from '../../../db/errors.ts'
import { addressParts, wholeAddress } from '../../../domain/address.ts'
import { asChanges, changedFields } from '../../../domain/changes.ts'
import { notFound } from '../../../errors.ts'
import type { Handler } from '../../action.ts'
import { presentLocation } from '../../../presenters/org/locations.ts'
import { locations, type LocationFields } from '../../../queries/org/locations.ts'

/** Only what differs counts as a change; an address is replaced as a whole (gaps 3, 4). */
export const handler: Handler<'org_locations_update'> = async (ctx, input) => {
  const { db } = ctx
  const { location_id: id, address, ...given } = input
  const [, location] = await Promise.all([locations.lock(db, id), locations.get(db, ctx.today, id)])
  if (!location) throw notFound('location_id', 'location')

  const changed = changedFields<LocationFields>(location, {
    ...given,
    address: wholeAddress(addressParts, address),
  })
  if (Object.keys(changed).length === 0) return presentLocation(location)
  const name = changed.name ?? location.name
  await onDuplicate(locations.duplicate(name), locations.update(db, id, changed, ctx.now))
  ctx.record({
    summary: 'Changed the location {subject}',
    subject: { type: 'location', id, name },
    changes: asChanges<LocationFields>(location, changed),
  })
  return presentLocation({ ...location, ...changed })
}
