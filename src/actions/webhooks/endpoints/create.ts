import { endpointSettingProblems, mostEndpoints, sortedTypes } from '../../../domain/webhooks.ts'
import { endpointCreated } from '../../../events/webhooks.ts'
import { presentEndpoint } from '../../../presenters/webhooks/endpoints.ts'
import { findEndpoint, insertEndpoint, lockAndCountEndpoints } from '../../../queries/webhooks/endpoints.ts'
import { newWebhookSecret } from '../../../secrets/webhooks.ts'
import { eventTypes } from '../../../validation/event-types.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'webhooks_endpoints_create'

/** Adds a webhook endpoint. Its secret is stored sealed, and answered once. */
export const handler = action('webhooks_endpoints_create', { needs: ['urlProblem'], run })

async function run(ctx: Context<Id, 'urlProblem'>, input: Input<Id>): Promise<Result<Id>> {
  const { db, now } = ctx
  ctx.refuse(endpointSettingProblems(input, ctx.urlProblem, eventTypes))
  const count = await lockAndCountEndpoints(db)
  if (count >= mostEndpoints) throw ctx.fail('too_many_endpoints', { count })

  const id = ctx.newId()
  const { text: secret, bytes, hint } = newWebhookSecret()
  const endpoint = { ...input, id, event_types: sortedTypes(input.event_types) }
  const sealed = db.vault.sealSecret({ orgId: db.orgId, endpointId: id }, bytes)
  await insertEndpoint(db, endpoint, { hint, sealed }, now)
  ctx.record(endpointCreated(endpoint))
  return { ...presentEndpoint((await findEndpoint(db, id))!, now), secret }
}
