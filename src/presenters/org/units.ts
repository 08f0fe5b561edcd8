import type { components } from '../../generated/contract.ts'
import type { UnitRow } from '../../queries/org/units.ts'
import { presentPersonRef } from './people.ts'

/** A unit as the contract shows it. */
export function presentUnit(row: UnitRow): components['schemas']['Unit'] {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    parent_id: row.parent_id,
    head: presentPersonRef(row.head_id, row.head_name, row.head_title, row.head_photo_hash),
    archived: row.archived,
    member_count: row.member_count,
  }
}
