import { previousSecretMs } from '../../../domain/webhooks.ts'
import { secretRolled } from '../../../events/webhooks.ts'
import { presentEndpoint } from '../../../presenters/webhooks/endpoints.ts'
import {
  findEndpoint,
  lockEndpoint,
  rollSecret,
  type EndpointRow,
} from '../../../queries/webhooks/endpoints.ts'
import { newWebhookSecret } from '../../../secrets/webhooks.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'webhooks_endpoints_roll_secret'

/** Gives a webhook endpoint a new secret. The one before also signs for a day; one before that does no longer. */
export const handler = action('webhooks_endpoints_roll_secret', {
  subject: ({ db }, { endpoint_id }): Promise<EndpointRow | undefined> => lockEndpoint(db, endpoint_id),
  run,
})

async function run(ctx: Context<Id>, _input: Input<Id>, endpoint: EndpointRow): Promise<Result<Id>> {
  const { db, now } = ctx
  const { text: secret, bytes, hint } = newWebhookSecret()
  const sealed = db.vault.sealSecret({ orgId: db.orgId, endpointId: endpoint.id }, bytes)
  await rollSecret(db, endpoint.id, { hint, sealed }, new Date(now.getTime() + previousSecretMs), now)
  ctx.record(secretRolled(endpoint))
  return { ...presentEndpoint((await findEndpoint(db, endpoint.id))!, now), secret }
}
