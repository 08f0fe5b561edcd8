import { changedFields } from '../../domain/changes.ts'
import { nameKey } from '../../domain/folding.ts'
import { nilId } from '../../domain/ids.ts'
import { listed } from '../../domain/listed.ts'
import { circleAbove } from '../../domain/unit-plan.ts'
import { usableUnit, type UnitNode } from '../../domain/unit-tree.ts'
import { problem } from '../../errors.ts'
import type { Happening } from '../../events/happening.ts'
import { unitCreated, unitUpdated } from '../../events/units.ts'
import { insertUnits, updateUnits } from '../../queries/org/many-places.ts'
import type { UnitFields, UnitRow } from '../../queries/org/units.ts'
import { repeated, type BulkProblem, type BulkScope, type UnitInput } from './input.ts'

/** A unit, with who led it and has left. */
export type KnownUnit = UnitNode & { former_lead_id: string | null }

/** The units of a plan, as they are when it is done. */
export interface UnitPlan {
  problems: BulkProblem[]
  created: number
  updated: number
  byId: ReadonlyMap<string, KnownUnit>
  find: (name: string) => KnownUnit | undefined
  write: (
    leads: ReadonlyMap<string, { name: string }>,
  ) => Promise<Happening<'unit.created' | 'unit.updated'>[]>
}

/**
 * Decides on the units. A parent may be among them, in any order.
 *
 * @param tree all units of the company, locked
 */
export function planUnits(
  scope: BulkScope,
  inputs: readonly UnitInput[],
  tree: readonly KnownUnit[],
): UnitPlan {
  const root = tree.find(({ parent_id: parent }) => parent === null)
  const known = new Map(tree.map((unit) => [nameKey(unit.name), unit]))
  const problems: BulkProblem[] = repeated(inputs.map(({ name }) => nameKey(name))).map(({ index, first }) =>
    problem('given_twice', { field: `units[${index}].name`, first: `units[${first}]` }),
  )
  const created = inputs
    .filter(({ name }) => !known.has(nameKey(name)))
    .map(({ name, kind }) => newUnit(scope.newId(), name, kind, root?.id ?? nilId))
  for (const unit of created) known.set(nameKey(unit.name), unit)
  const byId = new Map([...tree, ...created].map((unit) => [unit.id, unit]))
  const updated: { before: KnownUnit; after: KnownUnit; changed: Partial<UnitFields> }[] = []
  const isNew = new Set(created.map(({ id }) => id))

  for (const [index, { name, kind, parent: parentName }] of inputs.entries()) {
    const unit = known.get(nameKey(name))!
    const field = `units[${index}].name`
    const parent = parentName === undefined ? undefined : known.get(nameKey(parentName))
    if (parentName !== undefined && !parent)
      problems.push(problem('unit_unknown', { field: `units[${index}].parent` }))
    if (unit.kind === 'company') problems.push(problem('company_root_fixed', { field, record_id: unit.id }))
    else {
      const changed = changedFields<UnitFields>(unit, { kind, parent_id: parent?.id })
      const after = { ...unit, ...changed }
      problems.push(...usableUnit(field, unit))
      if (changed.parent_id !== undefined) problems.push(...usableUnit(`units[${index}].parent`, parent))
      byId.set(unit.id, after)
      known.set(nameKey(name), after)
      if (!isNew.has(unit.id) && Object.keys(changed).length > 0)
        updated.push({ before: unit, after, changed })
    }
  }
  problems.push(...circles(inputs, known, byId))
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
          unitUpdated(before, toRow(after, leads), changed, [...byId.values()]),
        ),
      ]
    },
  }
}

/** Units that would be below themselves, of those that the input moves or makes. */
function circles(
  inputs: readonly UnitInput[],
  known: ReadonlyMap<string, KnownUnit>,
  byId: ReadonlyMap<string, KnownUnit>,
): BulkProblem[] {
  return inputs.flatMap(({ name, parent }, index) => {
    const through = parent === undefined ? undefined : circleAbove(byId, known.get(nameKey(name))!.id)
    return through
      ? [
          problem('units_in_a_circle', {
            field: `units[${index}].parent`,
            through: listed(through) || 'itself',
          }),
        ]
      : []
  })
}

const newUnit = (id: string, name: string, kind: UnitNode['kind'], parentId: string): KnownUnit => ({
  id,
  name,
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
    member_count: 0,
  }
}
