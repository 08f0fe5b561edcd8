import type { DomainEvent } from './domain-event.ts'

/** Who took data out, and how much. No event: nothing has changed. */
export const peopleExported = (rows: number, withPrivate: boolean): DomainEvent<never> => ({
  activity: [
    {
      summary: withPrivate ? 'people_exported_with_private' : 'people_exported',
      values: { rows },
    },
  ],
})
