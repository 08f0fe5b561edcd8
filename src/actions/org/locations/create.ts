import { randomUUIDv7 } from 'node:crypto'
import { onDuplicate } from '../../../db/errors.ts'
import { addressParts, wholeAddress } from '../../../domain/address.ts'
import type { Handler } from '../../action.ts'
import { presentLocation } from '../../../presenters/org/locations.ts'
import { locations } from '../../../queries/org/locations.ts'

/** A place with a name that no other location has (gaps 3, 4). */
export const handler: Handler<'org_locations_create'> = async (ctx, input) => {
  const { db } = ctx
  const { name, country, kind } = input
  const id = randomUUIDv7()
  const fields = {
    name,
    country,
    city: input.city ?? null,
    time_zone: input.time_zone ?? null,
    address: wholeAddress(addressParts, input.address) ?? null,
    kind,
  }
  await onDuplicate(locations.duplicate(name), locations.insert(db, id, fields))
  ctx.record({
    summary: 'Created the location {subject}',
    subject: { type: 'location', id, name },
    changes: [
      { field: 'country', before: null, after: country },
      { field: 'kind', before: null, after: kind },
    ],
  })
  const location = await locations.get(db, ctx.today, id)
  return presentLocation(location!)
}
