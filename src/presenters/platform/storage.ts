import { billableGb } from '../../domain/storage-use.ts'
import type { components } from '../../generated/contract.ts'
import type { StorageUse } from '../../queries/platform/storage.ts'

/** The limits of an organization, and what it uses. */
export function presentStorage({ settings, used }: StorageUse): components['schemas']['StorageLimits'] {
  return { ...settings, used_bytes: used, billable_gb: billableGb(used) }
}
