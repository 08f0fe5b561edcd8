import { changedFields } from '../../domain/changes.ts'
import { ceilingProblems } from '../../domain/ceilings.ts'
import { nameKey } from '../../domain/folding.ts'
import { nilId } from '../../domain/ids.ts'
import { listed } from '../../domain/format-list.ts'
import { recordTexts } from '../../texts/records.ts'
import { placesIn } from '../../domain/unit-plan.ts'
import { depthProblems, usableUnit, type UnitNode } from '../../domain/unit-tree.ts'
import { problem, type Problem } from '../../errors.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { unitCreated, unitUpdated } from '../../events/units.ts'
import { insertUnits, updateUnits } from '../../queries/org/many-places.ts'
import type { KnownUnit, UnitFields, UnitRow } from '../../queries/org/units.ts'
import {
  inEntry,
  ofCompany,
  repeated,
  type BulkProblem,
  type BulkRefusal,
  type BulkScope,
  type UnitInput,
} from './input.ts'
import type { LeftOut } from './left-out.ts'

/** The units of a plan, as they are when it is done. */
export interface UnitPlan {
  problems: BulkProblem[]
  created: number
  updated: number
  byId: ReadonlyMap<string, KnownUnit>
  find: (name: string) => KnownUnit | undefined
  write: (
    leads: ReadonlyMap<string, { name: string }>,
  ) => Promise<DomainEvent<'unit.created' | 'unit.updated'>[]>
}

/**
 * Decides on the units. A parent may be among them, in any order. It takes time with the number of all units, each of which is
 * looked at a few times.
 *
 * @param tree all units of the company, locked
 */
export function planUnits(
  scope: BulkScope,
  inputs: readonly UnitInput[],
  leftOut: LeftOut,
  tree: readonly KnownUnit[],
): UnitPlan {
  const root = tree.find(({ parent_id: parent }) => parent === null)
  const known = new Map(tree.map((unit) => [unit.name_key, unit]))
  const keys = inputs.map(({ name }) => name && nameKey(name))
  const problems = repeated(keys).flatMap(({ index, first }) =>
    inEntry('units', index, [problem('given_twice', { field: 'name', first: `units[${first}]` })]),
  )
  const created = newUnits(scope, inputs, known, root?.id ?? nilId)
  for (const unit of created) known.set(unit.name_key, unit)
  if (created.length > 0)
    problems.push(...ofCompany(ceilingProblems('units', 'units', tree.length + created.length)))
  const byId = new Map([...tree, ...created].map((unit) => [unit.id, unit]))
  const updated: { before: KnownUnit; after: KnownUnit; changed: Partial<UnitFields> }[] = []
  const isNew = new Set(created.map(({ id }) => id))

  for (const [index, { kind, parent: parentName }] of inputs.entries()) {
    const key = keys[index]
    const unit = key === undefined ? undefined : known.get(key)
    const tell = (found: readonly Problem<BulkRefusal>[]) => problems.push(...inEntry('units', index, found))
    const parent = parentName === undefined ? undefined : known.get(nameKey(parentName))
    if (parentName !== undefined && !parent) tell([problem('unit_unknown', { field: 'parent' })])
    if (key === undefined || !unit) continue
    if (unit.kind === 'company') tell([problem('company_root_fixed', { field: 'name', record_id: unit.id })])
    else {
      // Nobody knows what is above a unit whose parent could not be read: at the top, it is in nobody's way.
      const parentId = leftOut.has('units', index, 'parent') ? root?.id : parent?.id
      const changed = changedFields<UnitFields>(unit, { kind, parent_id: parentId })
      const after = { ...unit, ...changed }
      tell(usableUnit('name', unit))
      if (changed.parent_id !== undefined) tell(usableUnit('parent', parent))
      byId.set(unit.id, after)
      known.set(key, after)
      if (!isNew.has(unit.id) && Object.keys(changed).length > 0)
        updated.push({ before: unit, after, changed })
    }
  }
  const ids = keys.map((key) => (key === undefined ? undefined : known.get(key)!.id))
  problems.push(...misplaced(inputs, ids, byId, tree))
  const units = created.map(({ id }) => byId.get(id)!)
  return {
    problems,
    created: units.length,
    updated: updated.length,
    byId,
    find: (name) => known.get(nameKey(name)),
    write: async (leads) => {
      await insertUnits(scope.db, units)
      await updateUnits(
        scope.db,
        updated.map(({ after }) => after),
        scope,
      )
      return [
        ...units.map((unit) => unitCreated(toRow(unit, leads), byId.get(unit.parent_id!)!)),
        ...updated.map(({ before, after, changed }) =>
          unitUpdated(before, toRow(after, leads), changed, byId),
        ),
      ]
    },
  }
}

/**
 * Units that would be below themselves or too deep, of those that the input moves or makes.
 *
 * @param ids of the units of the input
 * @param tree as it was
 */
function misplaced(
  inputs: readonly UnitInput[],
  ids: readonly (string | undefined)[],
  byId: ReadonlyMap<string, KnownUnit>,
  tree: readonly KnownUnit[],
): BulkProblem[] {
  const before = placesIn(new Map(tree.map((unit) => [unit.id, unit])))
  const { levels, heights, circles } = placesIn(byId)
  return inputs.flatMap(({ parent }, index): BulkProblem[] => {
    const [id, field] = [ids[index], 'parent']
    if (parent === undefined || id === undefined) return []
    const [level, circle] = [levels.get(id), circles.get(id)]
    if (circle) {
      const through = circle.through.length > 0 ? listed(circle.through, circle.length) : recordTexts.itself()
      return inEntry('units', index, [problem('units_in_a_circle', { field, through })])
    }
    // Of new units each one is told that is too deep itself: those above it may be right.
    const height = before.levels.has(id) ? heights.get(id)! : 1
    if (level === undefined) return []
    return inEntry('units', index, depthProblems(field, level, height, before.levels.get(id)))
  })
}

/** The units of the input that nobody has, each once. Their parents come later: they may be among them. */
function newUnits(
  { newId }: BulkScope,
  inputs: readonly UnitInput[],
  known: ReadonlyMap<string, KnownUnit>,
  rootId: string,
): KnownUnit[] {
  const made = new Map<string, KnownUnit>()
  for (const { name, kind = 'team' } of inputs) {
    const key = name && nameKey(name)
    if (!name || !key || known.has(key) || made.has(key)) continue
    made.set(key, newUnit(newId(), name, key, kind, rootId))
  }
  return [...made.values()]
}

const newUnit = (
  id: string,
  name: string,
  key: string,
  kind: UnitNode['kind'],
  parentId: string,
): KnownUnit => ({
  id,
  name,
  name_key: key,
  kind,
  parent_id: parentId,
  head_person_id: null,
  archived: false,
  former_lead_id: null,
})

const toRow = (unit: KnownUnit, leads: ReadonlyMap<string, { name: string }>): UnitRow => {
  const lead = unit.head_person_id === null ? undefined : leads.get(unit.head_person_id)
  return {
    ...unit,
    head_id: lead ? unit.head_person_id : null,
    head_name: lead?.name ?? null,
    head_title: null,
    head_photo_hash: null,
    member_count: 0,
  }
}
