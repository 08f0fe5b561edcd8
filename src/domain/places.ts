import { problem, type Problem } from '../errors.ts'

/** Locations and legal entities ("places") follow the same rules; only the names of their refusals differ. */
type LastActive = 'last_active_location' | 'last_active_legal_entity'
type InUse = 'location_in_use' | 'legal_entity_in_use'

/**
 * A place can be archived only when another active one is left and nobody is assigned to it today or later.
 *
 * @param names the refusals of this kind of place
 * @param active the ids of all active places of this kind
 * @param assigned how many people are assigned to this one today or later
 */
export const archivePlaceProblems = <L extends LastActive, U extends InUse>(
  names: { lastActive: L; inUse: U },
  { id }: { id: string },
  active: readonly string[],
  assigned: number,
): Problem<L | U>[] =>
  [
    ...(active.every((other) => other === id) ? [problem(names.lastActive, { record_id: id })] : []),
    ...(assigned > 0 ? [problem(names.inUse, { count: assigned, record_id: id })] : []),
  ] as Problem<L | U>[]
