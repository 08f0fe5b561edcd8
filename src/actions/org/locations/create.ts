import { addressParts, wholeAddress } from '../../../domain/address.ts'
import { ceilingProblems } from '../../../domain/ceilings.ts'
import { nameProblems } from '../../../domain/uniqueness.ts'
import { locationCreated } from '../../../events/locations.ts'
import { presentLocation } from '../../../presenters/org/locations.ts'
import { locations, type LocationRow } from '../../../queries/org/locations.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_locations_create'

/** Creates a location. No two have the same name, archived ones included. */
export const handler = action('org_locations_create', { run, present: presentLocation })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<LocationRow> {
  const { db, today } = ctx
  const [named, count] = await Promise.all([locations.findNamed(db, input.name, null), locations.count(db)])
  ctx.refuse([
    ...nameProblems('location_name_taken', named),
    ...ceilingProblems('locations', 'name', count + 1),
  ])
  const id = ctx.newId()
  await locations.insert(db, id, {
    name: input.name,
    country: input.country,
    city: input.city ?? null,
    time_zone: input.time_zone ?? null,
    kind: input.kind,
    address: wholeAddress(addressParts, input.address) ?? null,
  })
  const location = (await locations.get(db, id, today))!
  ctx.record(locationCreated(location))
  return location
}
