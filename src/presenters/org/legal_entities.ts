import type { components } from '../../generated/contract.ts'
import type { LegalEntityRow } from '../../queries/org/legal_entities.ts'

/** A legal entity as the contract shows it. */
export function presentLegalEntity(row: LegalEntityRow): components['schemas']['LegalEntity'] {
  return {
    id: row.id,
    name: row.name,
    country: row.country,
    registration_number: row.registration_number,
    tax_id: row.tax_id,
    address: row.address,
    archived: row.archived,
    member_count: row.member_count,
  }
}
