import type { Happening } from './happening.ts'

/** Who took data out, and how much. No event: nothing has changed. */
export const peopleExported = (rows: number, withPrivate: boolean): Happening<never> => ({
  activity: [
    {
      summary: `Exported ${rows} ${rows === 1 ? 'person' : 'people'} as CSV${withPrivate ? ', with private details' : ''}`,
    },
  ],
})
