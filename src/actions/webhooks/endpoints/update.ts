import { endpointProblems } from '../../../access/webhooks.ts'
import { endpointSettingProblems, getsType, sortedTypes } from '../../../domain/webhooks.ts'
import { endpointUpdated } from '../../../events/webhooks.ts'
import { same } from '../../../domain/changes.ts'
import { presentEndpoint } from '../../../presenters/webhooks/endpoints.ts'
import { failPending } from '../../../queries/webhooks/deliveries.ts'
import {
  disableEndpoint,
  enableEndpoint,
  findEndpoint,
  lockEndpoint,
  updateEndpoint,
  type EndpointRow,
} from '../../../queries/webhooks/endpoints.ts'
import { eventTypes } from '../../../validation/event-types.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'webhooks_endpoints_update'

/** Changes a webhook endpoint, turns it off or on. One that is turned on or moved begins again: its failures are forgotten. */
export const handler = action('webhooks_endpoints_update', {
  needs: ['urlProblem'],
  subject: ({ db }, { endpoint_id }): Promise<EndpointRow | undefined> => lockEndpoint(db, endpoint_id),
  authorize: ({ caller, refuse }, _endpoint: EndpointRow, input) => refuse(endpointProblems(caller, input)),
  run,
  present: (endpoint: EndpointRow, { now }) => presentEndpoint(endpoint, now),
})

async function run(
  ctx: Context<Id, 'urlProblem'>,
  input: Input<Id>,
  before: EndpointRow,
): Promise<EndpointRow> {
  const { db, now } = ctx
  ctx.refuse(endpointSettingProblems(input, ctx.urlProblem, eventTypes))
  const { url, description, enabled } = { ...before, ...input }
  const event_types = input.event_types ? sortedTypes(input.event_types) : before.event_types
  const after = { ...before, url, description, event_types, enabled }
  if (same(after, before)) return before
  await updateEndpoint(db, after, now)
  // What became of another address says nothing about the new one.
  if (enabled && (!before.enabled || url !== before.url)) await enableEndpoint(db, before.id, now)
  if (!enabled && before.enabled) {
    await disableEndpoint(db, before.id, 'manual', now)
    await failPending(db, before.id, 'endpoint_off')
  }
  const unwanted = before.event_types.filter((type) => !getsType(after, type))
  if (unwanted.length > 0) await failPending(db, before.id, 'not_wanted', unwanted)
  ctx.record(endpointUpdated(before, after))
  return (await findEndpoint(db, before.id))!
}
