import type { components } from '../../generated/contract.ts'
import type { EndpointRow } from '../../queries/webhooks/endpoints.ts'

/** An endpoint without its secret. A previous secret that signs no more is not told. */
export function presentEndpoint(row: EndpointRow, now: Date): components['schemas']['WebhookEndpoint'] {
  const { last_delivery_at, last_delivery_status, last_response_status, previous_expires_at, ...endpoint } =
    row
  return {
    ...endpoint,
    last_delivery:
      last_delivery_at === null || last_delivery_status === null
        ? null
        : { at: last_delivery_at, status: last_delivery_status, response_status: last_response_status },
    previous_secret_expires_at:
      previous_expires_at !== null && new Date(previous_expires_at) > now ? previous_expires_at : null,
  }
}
