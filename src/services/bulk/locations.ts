import { changedFields } from '../../domain/changes.ts'
import { ceilingProblems } from '../../domain/ceilings.ts'
import { nameKey } from '../../domain/folding.ts'
import { problem } from '../../errors.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { locationCreated, locationUpdated } from '../../events/locations.ts'
import { locations, type LocationFields, type LocationRow } from '../../queries/org/locations.ts'
import { insertLocations, lockLocationsNamed, updateLocations } from '../../queries/org/many-places.ts'
import { inEntry, ofCompany, repeated, type BulkInput, type BulkProblem, type BulkScope } from './input.ts'

/** The locations of a plan: those that exist and are named, and what becomes of them. */
export interface LocationPlan {
  problems: BulkProblem[]
  created: number
  updated: number
  find: (name: string) => LocationRow | undefined
  write: () => Promise<DomainEvent<'location.created' | 'location.updated'>[]>
}

/** Decides on the locations, and finds those that people are assigned to. */
export async function planLocations(scope: BulkScope, input: BulkInput): Promise<LocationPlan> {
  const { db, now, today, newId } = scope
  const named = input.people.flatMap(({ location }) => location ?? [])
  const given = input.locations.flatMap(({ name }) => name ?? [])
  const stored = await lockLocationsNamed(db, [...given, ...named], today)
  const known = new Map(stored)
  const keys = input.locations.map(({ name }) => name && nameKey(name))
  const problems = repeated(keys).flatMap(({ index, first }) =>
    inEntry('locations', index, [problem('given_twice', { field: 'name', first: `locations[${first}]` })]),
  )
  const created: LocationRow[] = []
  const updated: { before: LocationRow; after: LocationRow; changed: Partial<LocationFields> }[] = []
  for (const [index, { name, country = '', city, timezone }] of input.locations.entries()) {
    if (name === undefined) continue
    const before = known.get(nameKey(name))
    const changed = before && changedFields<LocationFields>(before, { country, city, time_zone: timezone })
    if (before?.archived)
      problems.push(
        ...inEntry('locations', index, [
          problem('location_archived', { field: 'name', name: before.name, record_id: before.id }),
        ]),
      )
    else if (!before) {
      const location = newLocation(newId(), {
        name,
        country,
        city: city ?? null,
        time_zone: timezone ?? null,
      })
      created.push(location)
      known.set(nameKey(name), location)
    } else if (Object.keys(changed!).length > 0)
      updated.push({ before, after: { ...before, ...changed }, changed: changed! })
  }
  if (created.length > 0) {
    const count = (await locations.count(db)) + created.length
    problems.push(...ofCompany(ceilingProblems('locations', 'locations', count)))
  }
  return {
    problems,
    created: created.length,
    updated: updated.length,
    find: (name) => known.get(nameKey(name)),
    write: async () => {
      await Promise.all([
        insertLocations(db, created),
        updateLocations(
          db,
          updated.map(({ after }) => after),
          now,
        ),
      ])
      return [
        ...created.map(locationCreated),
        ...updated.map(({ before, after, changed }) => locationUpdated(before, after, changed)),
      ]
    },
  }
}

const newLocation = (
  id: string,
  fields: Pick<LocationFields, 'name' | 'country' | 'city' | 'time_zone'>,
): LocationRow => ({ id, ...fields, address: null, kind: 'office', archived: false, member_count: 0 })
