import { testType } from '../../../domain/webhooks.ts'
import { endpointTested } from '../../../events/webhooks.ts'
import { presentDelivery } from '../../../presenters/webhooks/deliveries.ts'
import { findDelivery, insertDeliveries, type DeliveryRow } from '../../../queries/webhooks/deliveries.ts'
import { lockEndpoint, type EndpointRow } from '../../../queries/webhooks/endpoints.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'webhooks_endpoints_test'

/** Sends a test event to one endpoint, whatever it subscribes to and whether it is on. */
export const handler = action('webhooks_endpoints_test', {
  subject: ({ db }, { endpoint_id }): Promise<EndpointRow | undefined> => lockEndpoint(db, endpoint_id),
  run,
  present: (delivery: DeliveryRow, { language }) => presentDelivery(delivery, language),
})

async function run(ctx: Context<Id>, _input: Input<Id>, endpoint: EndpointRow): Promise<DeliveryRow> {
  const { db, now } = ctx
  const [id, eventId] = [ctx.newId(), ctx.newId()]
  await insertDeliveries(db, [
    {
      id,
      endpoint_id: endpoint.id,
      event_id: eventId,
      event_type: testType,
      created_at: now,
      next_attempt_at: now,
    },
  ])
  ctx.record(endpointTested(endpoint, eventId))
  return (await findDelivery(db, id))!
}
