import type { components } from '../../generated/contract.ts'
import { keptBecause } from '../../texts/erasing.ts'
import type { Language } from '../../texts/language.ts'

type Kept = components['schemas']['KeptPart']

/** Something that stays when a person is erased, with the reason. */
export const presentKept = (part: Omit<Kept, 'why'>, language: Language): Kept => ({
  kind: part.kind,
  count: part.count,
  why: keptBecause[part.kind][language],
  until: part.until,
})
