import { fixedRetention, type Retention } from '../../domain/retention.ts'
import type { components } from '../../generated/contract.ts'

/** What an organization keeps how long. */
export const presentRetention = (kept: Retention): components['schemas']['RetentionSettings'] => ({
  ...kept,
  fixed: fixedRetention,
})
