import type { Day } from './day.ts'

/** Who becomes the manager of somebody who joins a unit (spec 4.6): the one named, nobody if so said, else the lead. */

export type Manager = {
  id: string | null
  /** The unit whose lead it is, when none was named. */
  fromLead: { id: string; name: string } | null
  warnings: string[]
}

/** The unit joined, with its lead and since when the lead works here; `head_from` null: has left, or will have by then. */
export type Joined = { id: string; name: string; head_person_id: string | null; head_from: Day | null }

const nobody = (why: string): Manager => ({ id: null, fromLead: null, warnings: [why] })

/** One who starts later is accepted: a new team may be hired before its manager has come. */
const startsLater = (who: string, from: Day | null, startDate: Day): string[] =>
  from !== null && from > startDate
    ? [`${who} only starts on ${from}: until then nobody is above this person.`]
    : []

/**
 * @param named the manager in the input: who it is and since when they work here, null for nobody, undefined when left
 *   out
 * @param startDate the day the job starts
 */
export const managerFor = (
  named: { id: string; from: Day | null } | null | undefined,
  unit: Joined | undefined,
  startDate: Day,
): Manager => {
  if (named === null) return { id: null, fromLead: null, warnings: [] }
  if (named)
    return { id: named.id, fromLead: null, warnings: startsLater('The manager', named.from, startDate) }
  if (!unit) return nobody('No manager and no unit were given: nobody is above this person.')
  if (unit.head_person_id === null)
    return nobody(`No manager was given, and the unit ${unit.name} has no lead.`)
  if (unit.head_from === null)
    return nobody(`No manager was given, and the lead of ${unit.name} has left, or will have by then.`)
  return {
    id: unit.head_person_id,
    fromLead: { id: unit.id, name: unit.name },
    warnings: startsLater(`The lead of ${unit.name}`, unit.head_from, startDate),
  }
}

/** @param count how many others of the same name have not left */
export const namesakeWarnings = (count: number): string[] =>
  count > 0 ? ['Somebody of the same name already works here. Check that this is another person.'] : []
