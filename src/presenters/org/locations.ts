import type { components } from '../../generated/contract.ts'
import type { LocationRow } from '../../queries/org/locations.ts'

/** A location as the contract shows it. */
export function presentLocation(row: LocationRow): components['schemas']['Location'] {
  return {
    id: row.id,
    name: row.name,
    country: row.country,
    city: row.city,
    time_zone: row.time_zone,
    address: row.address,
    kind: row.kind,
    archived: row.archived,
    member_count: row.member_count,
  }
}
