import { presentEndpoint } from '../../../presenters/webhooks/endpoints.ts'
import { listEndpoints, type EndpointRow } from '../../../queries/webhooks/endpoints.ts'
import { action } from '../../action.ts'

/** Lists the webhook endpoints of the organization. */
export const handler = action('webhooks_endpoints_list', {
  run: ({ db }) => db.last(() => listEndpoints(db)),
  present: (rows: EndpointRow[], { now }) => rows.map((row) => presentEndpoint(row, now)),
})
