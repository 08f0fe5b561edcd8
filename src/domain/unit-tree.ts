import { problem, type Problem } from '../errors.ts'

/**
 * The tree of units: the root, which is the company itself, and divisions, departments and teams below it. Units come as
 * a flat list in any order. Every walk is a loop over an index, so that a chain of any length fits, and it ends on a
 * damaged tree (a parent that is missing, or units that contain each other) too.
 */
export interface UnitNode {
  id: string
  name: string
  kind: 'company' | 'division' | 'department' | 'team'
  parent_id: string | null
  head_person_id: string | null
  archived: boolean
}

/** A unit with the whole tree around it, as it is when the tree is locked. */
export interface UnitInTree {
  unit: UnitNode
  tree: readonly UnitNode[]
}

type Place = Pick<UnitNode, 'id' | 'parent_id' | 'archived'>

/** Would a move put the unit under itself: is the new parent the unit, or below it? */
export const wouldCycle = (units: readonly Place[], unitId: string, newParentId: string | null): boolean => {
  const parentOf = new Map(units.map((unit) => [unit.id, unit.parent_id]))
  const seen = new Set<string>()
  let above: string | null = newParentId
  while (above !== null && above !== unitId && !seen.has(above)) {
    seen.add(above)
    above = parentOf.get(above) ?? null
  }
  return above === unitId
}

/** How many units in use are directly under this one; they keep it from being archived. */
export const countActiveChildren = (units: readonly Place[], unitId: string): number =>
  units.filter((unit) => unit.parent_id === unitId && !unit.archived).length

/** Nothing new is put under or into an archived unit. */
export const usableUnit = (
  field: string,
  unit: Pick<UnitNode, 'id' | 'name' | 'archived'> | undefined,
): Problem<'unit_archived'>[] =>
  unit?.archived ? [problem('unit_archived', { field, name: unit.name, record_id: unit.id })] : []

/** The tree stays a tree: one root at its top, nothing under itself, nothing active under what is archived. */
export const moveProblems = (
  { unit, tree }: UnitInTree,
  parent: UnitNode,
): Problem<'company_root_fixed' | 'archived_unit_fixed' | 'unit_archived' | 'unit_below_itself'>[] => {
  if (unit.kind === 'company') return [problem('company_root_fixed', { record_id: unit.id })]
  if (wouldCycle(tree, unit.id, parent.id)) return [problem('unit_below_itself', { record_id: parent.id })]
  return [
    ...(unit.archived ? [problem('archived_unit_fixed', { record_id: unit.id })] : []),
    ...usableUnit('parent_id', parent),
  ]
}

/** The root is the company for good, and a unit goes only after everything active below it. */
export const archiveProblems = ({
  unit,
  tree,
}: UnitInTree): Problem<'company_root_fixed' | 'unit_has_active_subunits'>[] => {
  if (unit.kind === 'company') return [problem('company_root_fixed', { record_id: unit.id })]
  const count = countActiveChildren(tree, unit.id)
  return count > 0 ? [problem('unit_has_active_subunits', { count, record_id: unit.id })] : []
}

/** Who is to lead a unit, and whether they work here today or will. */
export interface Lead {
  id: string
  stays: boolean
}

/** @param field where the input names the lead */
export const leadProblems = (field: string, lead: Lead | undefined | null): Problem<'lead_has_left'>[] =>
  lead && !lead.stays ? [problem('lead_has_left', { field, record_id: lead.id })] : []

/** An archived unit gets no new lead, but keeps the one it has. */
export const newLeadProblems = (unit: UnitNode): Problem<'archived_unit_fixed'>[] =>
  unit.archived ? [problem('archived_unit_fixed', { record_id: unit.id })] : []

/** The other units in use that somebody leads, by name. */
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
