import { momentOf } from '../../../domain/moment.ts'
import { getsType, testType } from '../../../domain/webhooks.ts'
import { deliveriesResent } from '../../../events/webhooks.ts'
import { notFound } from '../../../errors.ts'
import { presentDelivery } from '../../../presenters/webhooks/deliveries.ts'
import {
  eventExists,
  findDelivery,
  findFailedEvents,
  insertDeliveries,
  type DeliveryRow,
} from '../../../queries/webhooks/deliveries.ts'
import { findEndpoint, lockEndpoint, type EndpointRow } from '../../../queries/webhooks/endpoints.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'webhooks_deliveries_resend'

const most = 1000

/** Sends events again: one, or all whose last delivery has failed. Each time it is a new delivery of the same event. */
export const handler = action('webhooks_deliveries_resend', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { delivery_id, endpoint_id, failed_since } = input
  const [delivery, endpoint] = await Promise.all([
    delivery_id === undefined ? undefined : findDelivery(ctx.db, delivery_id),
    endpoint_id === undefined ? undefined : findEndpoint(ctx.db, endpoint_id),
  ])
  if (delivery_id !== undefined && !delivery) throw notFound('delivery_id', 'webhook_delivery')
  if (endpoint_id !== undefined && !endpoint) throw notFound('endpoint_id', 'webhook_endpoint')
  if (delivery && !endpoint && failed_since === undefined) return resendOne(ctx, delivery)
  if (delivery || !endpoint || failed_since === undefined) throw ctx.fail('delivery_or_failed_since', {})
  return resendFailed(ctx, endpoint.id, momentOf(failed_since))
}

async function resendFailed(ctx: Context<Id>, endpointId: string, since: Date): Promise<Result<Id>> {
  const endpoint = await lockEnabled(ctx, endpointId)
  const types = [...endpoint.event_types, testType]
  const failed = await findFailedEvents(ctx.db, endpointId, types, since, most + 1)
  await send(ctx, endpoint, failed.slice(0, most))
  return { count: Math.min(failed.length, most), more: failed.length > most, delivery: null }
}

async function resendOne(ctx: Context<Id>, found: DeliveryRow): Promise<Result<Id>> {
  const { db } = ctx
  const endpoint = await lockEnabled(ctx, found.endpoint_id)
  // Asked again, now that nobody settles it. It may have been swept meanwhile.
  const delivery = await findDelivery(db, found.id)
  if (!delivery) throw notFound('delivery_id', 'webhook_delivery')
  if (delivery.status === 'pending') throw ctx.fail('delivery_is_pending', { record_id: delivery.id })
  const { event_type: type } = delivery
  if (!getsType(endpoint, type)) throw ctx.fail('type_not_subscribed', { type, record_id: endpoint.id })
  if (!(await eventExists(db, delivery.event_id))) throw ctx.fail('event_is_gone', {})
  const [id] = await send(ctx, endpoint, [delivery])
  return { count: 1, more: false, delivery: presentDelivery((await findDelivery(db, id!))!, ctx.language) }
}

/** An endpoint that is off is refused. */
async function lockEnabled(ctx: Context<Id>, id: string): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(ctx.db, id)
  if (!endpoint) throw notFound('endpoint_id', 'webhook_endpoint')
  if (!endpoint.enabled) throw ctx.fail('endpoint_is_off', { record_id: id })
  return endpoint
}

/** @returns the ids of the new deliveries */
async function send(
  ctx: Context<Id>,
  endpoint: EndpointRow,
  events: readonly { event_id: string; event_type: string }[],
): Promise<string[]> {
  const { db, now } = ctx
  if (events.length === 0) return []
  const rows = events.map(({ event_id, event_type }) => ({
    id: ctx.newId(),
    endpoint_id: endpoint.id,
    event_id,
    event_type,
    created_at: now,
    next_attempt_at: now,
  }))
  await insertDeliveries(db, rows)
  ctx.record(deliveriesResent(endpoint, rows.length))
  return rows.map(({ id }) => id)
}
