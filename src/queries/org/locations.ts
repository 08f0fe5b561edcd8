import type { Address } from '../../domain/address.ts'
import { Places, type PlaceRow } from './places.ts'

/** The fields of a location that a caller can set. */
export interface LocationFields {
  name: string
  country: string
  city: string | null
  time_zone: string | null
  address: Address | null
  kind: 'office' | 'remote'
}

export type LocationRow = PlaceRow<LocationFields>

export const locations = new Places<LocationFields>({ table: 'locations', column: 'location_id' }, [
  'name',
  'country',
  'city',
  'time_zone',
  'address',
  'kind',
])
