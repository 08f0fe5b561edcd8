import { mostNamed } from './format-list.ts'

/** Units by id, so that a walk up the tree takes no search at each step. */
export type UnitsById = ReadonlyMap<string, { id: string; name: string; parent_id: string | null }>

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

/** The units by way of which a unit is below itself: how many, and the names of the nearest. */
export interface UnitCircle {
  through: string[]
  length: number
}

/** Where all units are in the tree. */
export interface UnitPlaces {
  /** 1 for the root, 2 for what is directly below it. Units in a circle, and those below one, have no level. */
  levels: ReadonlyMap<string, number>
  /** The number of levels that a unit and those below it take: 1 when there are none below. */
  heights: ReadonlyMap<string, number>
  /** By the ids of the units that are below themselves. */
  circles: ReadonlyMap<string, UnitCircle>
}

/** Finds the places of all units in one walk, which comes to each unit once. */
export function placesIn(units: UnitsById): UnitPlaces {
  const levels = new Map<string, number | undefined>()
  const circles = new Map<string, UnitCircle>()
  for (const start of units.values()) {
    const path = new Map<string, { id: string; name: string }>()
    let at: ReturnType<UnitsById['get']> = start
    for (; at && !levels.has(at.id) && !path.has(at.id); at = units.get(at.parent_id ?? ''))
      path.set(at.id, at)
    if (at && path.has(at.id)) addCircle(circles, [...path.values()], at.id)
    const isLost = at !== undefined && levels.get(at.id) === undefined
    let level = at && levels.get(at.id)
    for (const { id } of [...path.values()].toReversed())
      levels.set(id, isLost ? undefined : (level = (level ?? 0) + 1))
  }
  const known = [...levels].filter((entry): entry is [string, number] => entry[1] !== undefined)
  return { levels: new Map(known), heights: heightsOf(units, known), circles }
}

/** @param path upwards; it ends where it comes to this unit again */
function addCircle(
  circles: Map<string, UnitCircle>,
  path: readonly { id: string; name: string }[],
  id: string,
): void {
  const circle = path.slice(path.findIndex((unit) => unit.id === id))
  const length = circle.length - 1
  const twice = [...circle, ...circle]
  for (const [index, unit] of circle.entries()) {
    const through = twice.slice(index + 1, index + 1 + Math.min(length, mostNamed)).map(({ name }) => name)
    circles.set(unit.id, { through, length })
  }
}

/** From the lowest level up. */
function heightsOf(units: UnitsById, levels: readonly [string, number][]): Map<string, number> {
  const heights = new Map<string, number>()
  for (const [id] of levels.toSorted(([, a], [, b]) => b - a)) {
    const own = heights.get(id) ?? 1
    heights.set(id, own)
    const parent = units.get(id)!.parent_id
    if (parent !== null) heights.set(parent, Math.max(heights.get(parent) ?? 1, own + 1))
  }
  return heights
}
