import type { DomainEvent } from './domain-event.ts'

/** A line about data that somebody took out, with its amount. No event: nothing has changed. */
export const peopleExported = (rows: number, withPrivate: boolean): DomainEvent<never> => ({
  activity: [
    {
      summary: withPrivate ? 'people_exported_with_private' : 'people_exported',
      values: { rows },
    },
  ],
})
