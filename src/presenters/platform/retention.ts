import { fixedRetention, type Retention } from '../../domain/retention.ts'
import type { components } from '../../generated/contract.ts'

/** Times for which an organization keeps what is over. */
export const presentRetention = (kept: Retention): components['schemas']['RetentionSettings'] => ({
  ...kept,
  fixed: fixedRetention,
})
