import type { components } from '../../generated/contract.ts'
import type { ApiKeyRow } from '../../queries/platform/api_keys.ts'

/** A key without its secret, which is not stored and cannot be shown again. */
export function presentApiKey(row: ApiKeyRow): components['schemas']['ApiKey'] {
  const { id, name, audience, last4, created_at, last_used_at, revoked } = row
  return { id, name, audience, last4, created_at, last_used_at, revoked }
}
