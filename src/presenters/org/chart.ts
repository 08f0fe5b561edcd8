import type { components } from '../../generated/contract.ts'
import type { ChartRow } from '../../queries/org/chart.ts'
import { presentPersonRef } from './people.ts'

/** @param units the names of units by id */
export function presentChartNode(
  row: ChartRow,
  managerId: string | null,
  units: ReadonlyMap<string, string>,
  reports: { direct: number; total: number },
): components['schemas']['ChartNode'] {
  return {
    person: presentPersonRef(row.id, row.name, row.title, row.photo_hash)!,
    manager_id: managerId,
    unit: row.unit_id === null ? null : { id: row.unit_id, name: units.get(row.unit_id) ?? '' },
    direct_reports: reports.direct,
    total_reports: reports.total,
  }
}
