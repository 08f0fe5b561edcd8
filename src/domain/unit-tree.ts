/**
 * The tree of units: the root (the company itself), and divisions, departments and teams below it (spec 4.6).
 * Units come as a flat list in any order. Every walk is a loop over an index, so that a chain of any length
 * fits, and ends on a damaged tree (a parent that is missing, or units that contain each other) too.
 */
export type UnitNode = { id: string; parentId: string | null; name: string; archived: boolean }

// A fixed locale: the order must not depend on the machine. `accent` = `é` is not `e`, but `E` is.
const collator = new Intl.Collator('en', { sensitivity: 'accent' })

const childrenByParent = <U extends UnitNode>(units: readonly U[]): Map<string | null, U[]> =>
  Map.groupBy(units, (unit) => unit.parentId)

/**
 * Steps from the top, by unit id: 0 for the root and for a unit whose parent is not in the list.
 * Units that only contain each other have no depth and are left out.
 */
export const depths = (units: readonly UnitNode[]): Map<string, number> => {
  const children = childrenByParent(units)
  const ids = new Set(units.map((unit) => unit.id))
  const found = new Map<string, number>()
  for (const unit of units) if (unit.parentId === null || !ids.has(unit.parentId)) found.set(unit.id, 0)
  // A Map visits what is added during the loop: it is the queue of a breadth-first walk and its result.
  for (const [id, depth] of found) {
    for (const child of children.get(id) ?? []) found.set(child.id, depth + 1)
  }
  return found
}

/**
 * A new list in the documented order: root first, then by depth, then by name whatever its case (spec 4.6);
 * equal names by id, so that the order is total. Units without a depth come last.
 */
export const order = <U extends UnitNode>(units: readonly U[]): U[] => {
  const depthOf = depths(units)
  const rank = (unit: U): number => (unit.parentId === null ? -1 : (depthOf.get(unit.id) ?? units.length))
  return units.toSorted(
    (a, b) =>
      rank(a) - rank(b) || collator.compare(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
}

/** The ids of a unit and of every unit below it; empty when the list does not hold the unit. */
export const subtreeIds = (units: readonly UnitNode[], rootId: string): Set<string> => {
  const found = new Set<string>()
  if (!units.some((unit) => unit.id === rootId)) return found
  const children = childrenByParent(units)
  found.add(rootId)
  for (const id of found) {
    for (const child of children.get(id) ?? []) found.add(child.id)
  }
  return found
}

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
