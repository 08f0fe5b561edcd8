import type { UnitNode } from './unit-tree.ts'

/** Units by id, so that a walk up the tree takes no search at each step. */
export type UnitsById = ReadonlyMap<string, Pick<UnitNode, 'id' | 'name' | 'parent_id'>>

/**
 * The units above this one, nearest first. It ends when the tree is damaged, too.
 */
export function unitsAbove(units: UnitsById, id: string): string[] {
  const above: string[] = []
  let at = units.get(id)?.parent_id ?? null
  while (at !== null && at !== id && !above.includes(at)) {
    above.push(at)
    at = units.get(at)?.parent_id ?? null
  }
  return above
}

/**
 * The names of the units by way of which a unit is below itself; undefined when it is not.
 */
export function circleAbove(units: UnitsById, id: string): string[] | undefined {
  const names: string[] = []
  const seen = new Set<string>()
  let at = units.get(id)?.parent_id ?? null
  while (at !== null && at !== id && !seen.has(at)) {
    seen.add(at)
    names.push(units.get(at)!.name)
    at = units.get(at)?.parent_id ?? null
  }
  return at === id ? names : undefined
}
