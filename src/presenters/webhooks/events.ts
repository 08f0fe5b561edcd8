import { eventIdOf } from '../../domain/webhooks.ts'
import type { components } from '../../generated/contract.ts'

/** An event as it is stored. */
export interface StoredEvent {
  id: string
  type: string
  /** ISO 8601. */
  at: string
  payload: object
}

type FeedEvent = components['schemas']['FeedEvent']

/** The body of a webhook, which the feed shows, too. */
export const presentEvent = (
  { id, type, at, payload }: StoredEvent,
  organizationId: string,
): Omit<FeedEvent, 'cursor'> => ({
  id: eventIdOf(id),
  type,
  timestamp: at,
  version: 'v1',
  organization_id: organizationId,
  test: type === 'webhook.test',
  data: payload as Record<string, unknown>,
})
