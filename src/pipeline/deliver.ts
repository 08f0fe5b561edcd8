import type { Db } from '../db/transaction.ts'
import { testType } from '../domain/webhooks.ts'
import type { EventRow } from '../queries/events.ts'
import { insertDeliveries } from '../queries/webhooks/deliveries.ts'
import { findSubscribed } from '../queries/webhooks/endpoints.ts'

/**
 * Adds a delivery of each event for each endpoint that subscribes to it, in the transaction in which it happens: what is
 * kept is sent, and nothing else. At most `mostEndpoints` for an event. That of a test is made by whoever tries an endpoint.
 */
export async function queueDeliveries(
  db: Pick<Db, 'orgId' | 'query'>,
  events: readonly Pick<EventRow, 'id' | 'type' | 'at'>[],
  newId: () => string,
): Promise<void> {
  const sent = events.filter(({ type }) => type !== testType)
  if (sent.length === 0) return
  const endpoints = await findSubscribed(db, [...new Set(sent.map(({ type }) => type))])
  const rows = endpoints.flatMap(({ id, event_types }) =>
    sent
      .filter(({ type }) => event_types.includes(type))
      .map((event) => ({
        id: newId(),
        endpoint_id: id,
        event_id: event.id,
        event_type: event.type,
        created_at: event.at,
        next_attempt_at: event.at,
      })),
  )
  if (rows.length > 0) await insertDeliveries(db, rows)
}
