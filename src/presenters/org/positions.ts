import type { Day } from '../../domain/day.ts'
import { canReopen, type PositionReader, type PositionStatus } from '../../domain/positions.ts'
import type { components } from '../../generated/contract.ts'
import type { PositionRow } from '../../queries/org/positions.ts'
import { presentPersonRef } from './people.ts'

type Position = components['schemas']['Position']

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name! })

/** Nobody but HR learns of positions that are not decided, and of those that were given up. */
const hiddenAbove: readonly PositionStatus[] = ['draft', 'cancelled']

/** A position, as far as its reader sees it. */
export function presentPosition(row: PositionRow, reader: PositionReader, today: Day): Position {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    reason: row.reason,
    unit: named(row.unit_id, row.unit_name),
    location: named(row.location_id, row.location_name),
    legal_entity: named(row.legal_entity_id, row.legal_entity_name),
    reports_to_person: presentPersonRef(
      row.reports_to_person_id,
      row.boss_name,
      row.boss_title,
      row.boss_photo_hash,
    ),
    reports_to_position:
      row.reports_to_position_id === null || (!reader.hr && hiddenAbove.includes(row.above_status!))
        ? null
        : { id: row.reports_to_position_id, title: row.above_title! },
    contract_type: row.contract_type,
    weekly_hours: row.weekly_hours,
    pay_range: reader.pay ? row.pay_range : null,
    pay_range_hidden: !reader.pay,
    target_start_date: row.target_start_date,
    notes: reader.hr ? row.notes : null,
    replaces: row.sees_replaced
      ? presentPersonRef(
          row.replaces_person_id,
          row.replaced_name,
          row.replaced_title,
          row.replaced_photo_hash,
        )
      : null,
    filled_by: presentPersonRef(row.filled_by, row.filler_name, row.filler_title, row.filler_photo_hash),
    filled_on: row.filled_on,
    can_reopen: mayReopen(row, today),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Tells whether a position is opened again, as `canReopen` says. */
export const mayReopen = ({ status, filled_employment_id, filling }: PositionRow, today: Day): boolean =>
  canReopen(status, filled_employment_id === null ? undefined : filling, today)
