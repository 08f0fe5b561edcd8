import type { PayTerms } from '../../domain/pay.ts'
import type { PersonKey } from '../../secrets/personal.ts'
import { placeIn } from './person-keys.ts'

/** The terms of pay rows, which the key of the person seals, bound to their row. */

export const sealTerms = (key: PersonKey, rowId: string, terms: PayTerms): Buffer | null =>
  key.seal(placeIn('pay', rowId), terms)

/** @throws UnreadableDetails */
export const openTerms = (key: PersonKey, rowId: string, sealed: Buffer): PayTerms =>
  key.open(placeIn('pay', rowId), sealed) as PayTerms
