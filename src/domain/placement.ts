/** Who becomes the manager of somebody who joins a unit (spec 4.6): the one named, nobody if so said, else the lead. */

export type Manager = {
  id: string | null
  /** The unit whose lead it is, when none was named. */
  fromLead: { id: string; name: string } | null
  warnings: string[]
}

/**
 * @param named the manager in the input: an id, null for nobody, undefined when left out
 * @param unit the unit joined, with its lead and whether the lead still works here when the job starts
 */
export const managerFor = (
  named: string | null | undefined,
  unit: { id: string; name: string; head_person_id: string | null; head_stays: boolean } | undefined,
): Manager => {
  if (named !== undefined) return { id: named, fromLead: null, warnings: [] }
  if (!unit)
    return {
      id: null,
      fromLead: null,
      warnings: ['No manager and no unit were given: nobody is above this person.'],
    }
  if (unit.head_person_id === null)
    return {
      id: null,
      fromLead: null,
      warnings: [`No manager was given, and the unit ${unit.name} has no lead.`],
    }
  if (!unit.head_stays)
    return {
      id: null,
      fromLead: null,
      warnings: [`No manager was given, and the lead of ${unit.name} will have left by then.`],
    }
  return { id: unit.head_person_id, fromLead: { id: unit.id, name: unit.name }, warnings: [] }
}
