import { changesOf } from '../domain/changes.ts'
import type { DisabledReason } from '../domain/webhooks.ts'
import type { EndpointRow } from '../queries/webhooks/endpoints.ts'
import type { PlainSummary } from '../texts/log.ts'
import { asCreated, hidden, type DomainEvent, type Subject } from './domain-event.ts'
import { webhookFailing } from './signals.ts'

type Named = Pick<EndpointRow, 'id' | 'url' | 'description'>
type Settings = Pick<EndpointRow, 'url' | 'description' | 'event_types' | 'enabled'>

const hostOf = (url: string): string => new URL(url).host

const subjectOf = ({ id, url, description }: Named): Subject => ({
  type: 'webhook_endpoint',
  id,
  name: description === '' ? hostOf(url) : description,
})

/** The path of an address may be a secret, so the log has the host alone. */
const told = ({ url, description, event_types, enabled }: Settings) => ({
  host: hostOf(url),
  description: description === '' ? null : description,
  event_types,
  enabled,
})

export const endpointCreated = (endpoint: Named & Settings): DomainEvent<never> => ({
  activity: [
    {
      summary: 'webhook_endpoint_created',
      subject: subjectOf(endpoint),
      changes: asCreated(told(endpoint)),
    },
  ],
})

export const endpointUpdated = (before: Named & Settings, after: Named & Settings): DomainEvent<never> => {
  const changes = changesOf(told(before), told(after))
  if (before.url !== after.url) changes.push(hidden('url'))
  return { activity: [{ summary: summaryOf(before, after), subject: subjectOf(after), changes }] }
}

function summaryOf(before: Settings, after: Settings): PlainSummary {
  if (before.enabled === after.enabled) return 'webhook_endpoint_changed'
  return after.enabled ? 'webhook_endpoint_enabled' : 'webhook_endpoint_disabled'
}

const plain =
  (summary: PlainSummary) =>
  (endpoint: Named): DomainEvent<never> => ({ activity: [{ summary, subject: subjectOf(endpoint) }] })

export const endpointDeleted = plain('webhook_endpoint_deleted')

/** A new secret was made, and shown to whoever asked for it. */
export const secretRolled = plain('webhook_secret_rolled')

/** Somebody sends a test event to an endpoint. Its delivery is made by the action, which answers it. */
export const endpointTested = (endpoint: Named, eventId: string): DomainEvent<'webhook.test'> => ({
  activity: [{ summary: 'webhook_endpoint_tested', subject: subjectOf(endpoint) }],
  event: {
    type: 'webhook.test',
    id: eventId,
    subjectId: endpoint.id,
    data: { endpoint_id: endpoint.id },
  },
})

export const deliveriesResent = (endpoint: Named, count: number): DomainEvent<never> => ({
  activity: [
    { summary: 'webhook_deliveries_resent', subject: subjectOf(endpoint), changes: asCreated({ count }) },
  ],
})

/** The service turned an endpoint off, because nothing reached it. */
export const endpointStopped = (endpoint: Named): DomainEvent<never> => {
  const reason: DisabledReason = 'failing'
  return {
    activity: [
      {
        summary: 'webhook_endpoint_failing',
        subject: subjectOf(endpoint),
        changes: [
          { field: 'enabled', before: true, after: false },
          { field: 'disabled_reason', before: null, after: reason },
        ],
      },
    ],
    signals: [webhookFailing(endpoint.id)],
  }
}
