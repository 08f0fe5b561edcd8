/**
 * The tree of units: the root (the company itself), and divisions, departments and teams below it (spec 4.6).
 * Units come as a flat list in any order. Every walk is a loop over an index, so that a chain of any length
 * fits, and ends on a damaged tree (a parent that is missing, or units that contain each other) too.
 */
export type UnitNode = { id: string; parentId: string | null; archived: boolean }

/** Would a move put the unit under itself: is the new parent the unit, or below it (spec 4.6)? */
export const wouldCycle = (
  units: readonly UnitNode[],
  unitId: string,
  newParentId: string | null,
): boolean => {
  const parentOf = new Map(units.map((unit) => [unit.id, unit.parentId]))
  const seen = new Set<string>()
  let above: string | null = newParentId
  while (above !== null && above !== unitId && !seen.has(above)) {
    seen.add(above)
    above = parentOf.get(above) ?? null
  }
  return above === unitId
}

/** Does a unit in use sit directly under this one? It keeps its parent from being archived (spec 4.6). */
export const hasActiveChildren = (units: readonly UnitNode[], unitId: string): boolean =>
  units.some((unit) => unit.parentId === unitId && !unit.archived)
