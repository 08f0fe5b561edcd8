import type { RegisteredAddress } from '../../domain/address.ts'
import { Places, type PlaceRow } from './places.ts'

/** The fields of a legal entity that a caller can set. */
export interface LegalEntityFields {
  name: string
  country: string
  registration_number: string | null
  tax_id: string | null
  address: RegisteredAddress | null
}

export type LegalEntityRow = PlaceRow<LegalEntityFields>

export const legalEntities = new Places<LegalEntityFields>(
  { table: 'legal_entities', column: 'legal_entity_id' },
  ['name', 'country', 'registration_number', 'tax_id', 'address'],
)
