import { decodeCursor, encodeCursor } from '../../../domain/cursor.ts'
import { presentDelivery } from '../../../presenters/webhooks/deliveries.ts'
import { listDeliveries } from '../../../queries/webhooks/deliveries.ts'
import { findEndpoint, type EndpointRow } from '../../../queries/webhooks/endpoints.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'webhooks_deliveries_list'

const keptMs = 30 * 24 * 3600 * 1000

/** A page of what one endpoint was sent, newest first. */
export const handler = action('webhooks_deliveries_list', {
  subject: ({ db }, { endpoint_id }): Promise<EndpointRow | undefined> => findEndpoint(db, endpoint_id),
  run,
})

async function run(ctx: Context<Id>, input: Input<Id>, endpoint: EndpointRow): Promise<Result<Id>> {
  const { limit, status } = input
  const before = input.before && decodeCursor(input.before)
  const since = new Date(ctx.now.getTime() - keptMs)
  const rows = await listDeliveries(ctx.db, endpoint.id, { before, status, since }, limit + 1)
  const page = rows.slice(0, limit)
  return {
    items: page.map((row) => presentDelivery(row, ctx.language)),
    next_before: rows.length > limit ? encodeCursor('delivery', page.at(-1)!.id) : null,
  }
}
