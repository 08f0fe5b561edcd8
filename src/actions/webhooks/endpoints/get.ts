import { presentEndpoint } from '../../../presenters/webhooks/endpoints.ts'
import { findEndpoint, type EndpointRow } from '../../../queries/webhooks/endpoints.ts'
import { action } from '../../action.ts'

/** One webhook endpoint. */
export const handler = action('webhooks_endpoints_get', {
  subject: ({ db }, { endpoint_id }): Promise<EndpointRow | undefined> => findEndpoint(db, endpoint_id),
  run: async (_ctx, _input, endpoint: EndpointRow) => endpoint,
  present: (endpoint: EndpointRow, { now }) => presentEndpoint(endpoint, now),
})
