import type { Summary } from '../texts/log.ts'
import type { DomainEvent } from './domain-event.ts'

/** The numbers of records that a call for many people created and changed. */
export interface Counts {
  locations: number
  units: number
  people: number
}

/** A line of the log above those of the single changes. No event: each change has its own. */
const line = (summary: Summary, { people }: Counts): DomainEvent<never> => ({
  activity: [summary],
  ...(people > 0 && { signals: [{ type: 'import.applied', data: { people } }] }),
})

/** Much was set up in one call. */
export const setupApplied = (created: Counts, updated: Counts): DomainEvent<never> => {
  const values = {
    locations_created: created.locations,
    locations_changed: updated.locations,
    units_created: created.units,
    units_changed: updated.units,
    people_created: created.people,
    people_changed: updated.people,
  }
  return line({ summary: 'setup_applied', values }, created)
}

/** A file of people was imported. */
export const peopleImported = (created: Counts, updated: Counts): DomainEvent<never> => {
  const values = {
    people_created: created.people,
    people_changed: updated.people,
    units_created: created.units,
  }
  return line({ summary: 'people_imported', values }, created)
}
