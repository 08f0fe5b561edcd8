import type { Happening } from './happening.ts'

/** How many records a call for many people created and changed. */
export interface Counts {
  locations: number
  units: number
  people: number
}

const amount = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

const amounts = ({ locations, units, people }: Counts): string =>
  [
    ...amount(locations, 'location', 'locations'),
    ...amount(units, 'unit', 'units'),
    ...amount(people, 'person', 'people'),
  ].join(', ') || 'nothing'

/** A line of the log above those of the single changes. No event: each change has its own. */
const line = (summary: string, { people }: Counts): Happening<never> => ({
  activity: [{ summary }],
  ...(people > 0 && { signals: [{ type: 'import.applied', data: { people } }] }),
})

/** Much was set up in one call. */
export const setupApplied = (created: Counts, updated: Counts): Happening<never> =>
  line(`Set up much at once: created ${amounts(created)}; changed ${amounts(updated)}`, created)

/** A file of people was imported. */
export const peopleImported = (created: Counts, updated: Counts): Happening<never> =>
  line(`Imported people from CSV: created ${amounts(created)}; changed ${amounts(updated)}`, created)
