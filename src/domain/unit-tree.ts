import { problem, type Problem } from '../errors.ts'
import { placesIn } from './unit-plan.ts'

/**
 * The tree of units: the root, which is the company itself, and divisions, departments and teams below it. Units are a
 * flat list in any order. Every walk is a loop and no recursion, so that the tree may be of any depth (there are trees that are
 * deeper than `mostLevels`), and it also ends when the tree is damaged (a missing parent, or units that contain each other).
 *
 * The person who leads a unit is its lead. The contract and the tables call them `head`.
 */
export interface UnitNode {
  id: string
  name: string
  kind: 'company' | 'division' | 'department' | 'team'
  parent_id: string | null
  head_person_id: string | null
  archived: boolean
}

/** A unit and the whole tree, read while the tree is locked. */
export interface UnitInTree {
  unit: UnitNode
  tree: readonly UnitNode[]
}

type UnitPosition = Pick<UnitNode, 'id' | 'parent_id' | 'archived'>

/** Tells whether a move would put the unit below itself: the new parent is the unit, or is below it. */
export const wouldCycle = (
  units: readonly UnitPosition[],
  unitId: string,
  newParentId: string | null,
): boolean => {
  const parentOf = new Map(units.map((unit) => [unit.id, unit.parent_id]))
  const seen = new Set<string>()
  let above: string | null = newParentId
  while (above !== null && above !== unitId && !seen.has(above)) {
    seen.add(above)
    above = parentOf.get(above) ?? null
  }
  return above === unitId
}

/** Counts the active units directly below this one. It cannot be archived while there are any. */
export const countActiveChildren = (units: readonly UnitPosition[], unitId: string): number =>
  units.filter((unit) => unit.parent_id === unitId && !unit.archived).length

/**
 * Refuses an archived unit as the parent of a unit, or as the unit of a job.
 *
 * @param field where the input names the unit
 */
export const usableUnit = (
  field: string,
  unit: Pick<UnitNode, 'id' | 'name' | 'archived'> | undefined,
): Problem<'unit_archived'>[] =>
  unit?.archived ? [problem('unit_archived', { field, name: unit.name, record_id: unit.id })] : []

/** So deep may units be, the root included. A walk from one of them to the root takes as many steps. */
export const mostLevels = 20

/**
 * Refuses a place that is too deep for a unit and those below it. What is deeper already may stay, and may come higher up.
 *
 * @param field where the input names the parent
 * @param level the level of the unit there, 1 for the root
 * @param height how many levels the unit and those below it take
 * @param before its level until now; undefined for a new unit
 */
export const depthProblems = (
  field: string,
  level: number,
  height: number,
  before: number | undefined,
): Problem<'unit_too_deep'>[] => {
  const levels = level + height - 1
  return levels > mostLevels && level > (before ?? 0)
    ? [problem('unit_too_deep', { field, most: mostLevels, levels })]
    : []
}

/**
 * Problems that a move would make: the root stays on top, no unit is below itself or too deep, no active unit is below
 * an archived one.
 */
export const moveProblems = (
  { unit, tree }: UnitInTree,
  parent: UnitNode,
): Problem<
  'company_root_fixed' | 'archived_unit_fixed' | 'unit_archived' | 'unit_below_itself' | 'unit_too_deep'
>[] => {
  if (unit.kind === 'company')
    return [problem('company_root_fixed', { field: 'unit_id', record_id: unit.id })]
  if (wouldCycle(tree, unit.id, parent.id)) return [problem('unit_below_itself', { record_id: parent.id })]
  return [
    ...(unit.archived ? [problem('archived_unit_fixed', { record_id: unit.id })] : []),
    ...usableUnit('parent_id', parent),
    ...tooDeepBelow(tree, unit, parent),
  ]
}

function tooDeepBelow(
  tree: readonly UnitNode[],
  unit: UnitNode,
  parent: UnitNode,
): Problem<'unit_too_deep'>[] {
  const { levels, heights } = placesIn(new Map(tree.map((one) => [one.id, one])))
  const level = (levels.get(parent.id) ?? 0) + 1
  return depthProblems('parent_id', level, heights.get(unit.id) ?? 1, levels.get(unit.id))
}

/** The root is never archived, and another unit only when no active unit is directly below it. */
export const archiveProblems = ({
  unit,
  tree,
}: UnitInTree): Problem<'company_root_fixed' | 'unit_has_active_subunits'>[] => {
  if (unit.kind === 'company')
    return [problem('company_root_fixed', { field: 'unit_id', record_id: unit.id })]
  const count = countActiveChildren(tree, unit.id)
  return count > 0 ? [problem('unit_has_active_subunits', { count, record_id: unit.id })] : []
}

/** The person who is to lead a unit. */
export interface Lead {
  id: string
  /** The person works here today, or starts later and never worked here before. */
  stays: boolean
}

/**
 * Refuses a lead who has left.
 *
 * @param field where the input names the lead
 */
export const leadProblems = (field: string, lead: Lead | undefined | null): Problem<'lead_has_left'>[] =>
  lead && !lead.stays ? [problem('lead_has_left', { field, record_id: lead.id })] : []

/** An archived unit gets no new lead, but keeps the one it has. */
export const newLeadProblems = (unit: UnitNode): Problem<'archived_unit_fixed'>[] =>
  unit.archived ? [problem('archived_unit_fixed', { record_id: unit.id })] : []

/** The other active units that this person leads, sorted by name. */
export const ledBesides = (
  { unit, tree }: UnitInTree,
  leadId: string | null,
): { id: string; name: string }[] =>
  tree
    .filter(
      (other) =>
        leadId !== null && other.head_person_id === leadId && other.id !== unit.id && !other.archived,
    )
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
