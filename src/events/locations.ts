import { asChanges } from '../domain/changes.ts'
import type { EventPayloads } from '../generated/events.ts'
import type { LocationFields, LocationRow } from '../queries/org/locations.ts'
import { asCreated, type DomainEvent, type Subject } from './domain-event.ts'

const subjectOf = ({ id, name }: LocationRow): Subject => ({ type: 'location', id, name })

const facts = (location: LocationRow): EventPayloads['location.created']['location'] => {
  const { member_count: _count, ...rest } = location
  return rest
}

/** A location was created. */
export const locationCreated = (location: LocationRow): DomainEvent<'location.created'> => {
  const { id, name: _name, archived: _archived, member_count: _count, ...given } = location
  return {
    activity: [
      {
        summary: 'location_created',
        subject: subjectOf(location),
        changes: asCreated(given),
      },
    ],
    event: { type: 'location.created', subjectId: id, data: { location_id: id, location: facts(location) } },
  }
}

/** @param changed the fields that differ, with their new values */
export const locationUpdated = (
  before: LocationRow,
  after: LocationRow,
  changed: Partial<LocationFields>,
): DomainEvent<'location.updated'> => {
  const changes = asChanges<LocationFields>(before, changed)
  return {
    activity: [{ summary: 'location_changed', subject: subjectOf(after), changes }],
    event: {
      type: 'location.updated',
      subjectId: after.id,
      data: {
        location_id: after.id,
        changed: Object.keys(changed) as EventPayloads['location.updated']['changed'],
        location: facts(after),
      },
    },
  }
}

/** @param location as it is now, archived */
export const locationArchived = (location: LocationRow): DomainEvent<'location.archived'> => ({
  activity: [
    {
      summary: 'location_archived',
      subject: subjectOf(location),
      changes: [{ field: 'archived', before: false, after: true }],
    },
  ],
  event: {
    type: 'location.archived',
    subjectId: location.id,
    data: { location_id: location.id, location: facts(location) },
  },
})
