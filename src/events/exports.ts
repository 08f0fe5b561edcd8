import type { DomainEvent } from './domain-event.ts'
import { subjectOf } from './payloads.ts'

/** A line about data that somebody took out, with its amount. No event: nothing has changed. */
export const peopleExported = (rows: number, withPrivate: boolean): DomainEvent<never> => ({
  activity: [
    {
      summary: withPrivate ? 'people_exported_with_private' : 'people_exported',
      values: { rows },
    },
  ],
})

type Whose = Parameters<typeof subjectOf>[0]

/** All data of one person was taken out. */
export const personExported = (person: Whose): DomainEvent<never> => ({
  activity: [{ summary: 'person_exported', subject: subjectOf(person) }],
})

/** Somebody took out their own data. */
export const ownDataExported = (person: Whose): DomainEvent<never> => ({
  activity: [{ summary: 'own_data_exported', subject: subjectOf(person) }],
})
