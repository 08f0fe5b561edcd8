import { eventCatalogue, type EventType } from '../generated/events.ts'

/** The names of all types of events. */
export const eventTypes: ReadonlySet<string> = new Set(Object.keys(eventCatalogue))

/** All types of events as integrators read them, in alphabetical order. */
export const describedEventTypes = [...eventTypes].toSorted().map((type) => {
  const { group, description } = eventCatalogue[type as EventType]
  return { type, group, description: description.trim() }
})
