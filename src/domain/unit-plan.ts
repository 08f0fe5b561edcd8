import type { UnitNode } from './unit-tree.ts'

/** Units by id, so that a walk up the tree takes no search at each step. */
export type UnitsById = ReadonlyMap<string, Pick<UnitNode, 'id' | 'name' | 'parent_id'>>

/** A unit and those above it, nearest first. It ends when the tree is damaged, too, and at a parent that is no unit. */
function* upFrom(units: UnitsById, id: string | null | undefined) {
  const seen = new Set<string>()
  for (let unit = units.get(id ?? ''); unit && !seen.has(unit.id); unit = units.get(unit.parent_id ?? '')) {
    seen.add(unit.id)
    yield unit
  }
}

/** The ids of the units above this one, nearest first. */
export function unitsAbove(units: UnitsById, id: string): string[] {
  const above = [...upFrom(units, units.get(id)?.parent_id)].map((unit) => unit.id)
  return above.includes(id) ? above.slice(0, above.indexOf(id)) : above
}

/** The names of the units by way of which a unit is below itself; undefined when it is not. */
export function circleAbove(units: UnitsById, id: string): string[] | undefined {
  const above = [...upFrom(units, units.get(id)?.parent_id)]
  const again = above.findIndex((unit) => unit.id === id)
  return again === -1 ? undefined : above.slice(0, again).map(({ name }) => name)
}
