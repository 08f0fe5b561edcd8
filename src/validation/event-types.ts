import { eventCatalogue, eventMentions, type EventType } from '../generated/events.ts'

/** The names of all types of events. */
export const eventTypes: ReadonlySet<string> = new Set(Object.keys(eventCatalogue))

/** All types of events as integrators read them, in alphabetical order. */
export const describedEventTypes = [...eventTypes].toSorted().map((type) => {
  const { group, description } = eventCatalogue[type as EventType]
  return { type, group, description: description.trim() }
})

/** Where the data of a type of event has the ids of people, as paths; none for a type that this version does not know. */
export const mentionsOf = (type: string): readonly string[] => eventMentions[type as EventType] ?? []
