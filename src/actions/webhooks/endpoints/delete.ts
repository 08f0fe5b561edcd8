import { endpointDeleted } from '../../../events/webhooks.ts'
import { failPending } from '../../../queries/webhooks/deliveries.ts'
import { lockEndpoint, removeEndpoint, type EndpointRow } from '../../../queries/webhooks/endpoints.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'webhooks_endpoints_delete'

/** Removes a webhook endpoint. Its secrets are destroyed at once, its rows when they are swept. */
export const handler = action('webhooks_endpoints_delete', {
  subject: ({ db }, { endpoint_id }): Promise<EndpointRow | undefined> => lockEndpoint(db, endpoint_id),
  run,
})

async function run(ctx: Context<Id>, _input: Input<Id>, endpoint: EndpointRow): Promise<Result<Id>> {
  const { db, now } = ctx
  await removeEndpoint(db, endpoint.id, now)
  await failPending(db, endpoint.id, 'endpoint_off')
  ctx.record(endpointDeleted(endpoint))
  return { id: endpoint.id, deleted: true }
}
