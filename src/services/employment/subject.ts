import { isAbove } from '../../queries/org/reporting-line.ts'
import { lockPerson, type LockedPerson } from '../../queries/org/timelines.ts'
import type { Proposing } from '../change-context.ts'

/** A locked person, for a change that managers may propose. */
export interface OfReport {
  person: LockedPerson
  /** Tells that the caller, who acts for themselves, is above this person on the reporting line today. */
  above: boolean
}

/** @returns undefined when there is no such person */
export async function lockOfReport(
  { db, caller, audience, today }: Proposing,
  personId: string,
): Promise<OfReport | undefined> {
  const person = await lockPerson(db, personId)
  const managerId = audience === 'me' ? caller.personId : null
  const above = managerId !== null && (await isAbove(db, managerId, personId, today))
  return person && { person, above }
}
