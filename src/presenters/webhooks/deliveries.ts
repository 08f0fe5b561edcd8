import { eventIdOf } from '../../domain/webhooks.ts'
import type { components } from '../../generated/contract.ts'
import type { DeliveryRow } from '../../queries/webhooks/deliveries.ts'
import type { Language } from '../../texts/language.ts'
import { spellFault } from '../../texts/webhooks.ts'

export function presentDelivery(
  { endpoint_id: _endpoint, event_id, fault, ...row }: DeliveryRow,
  language: Language,
): components['schemas']['WebhookDelivery'] {
  return { ...row, event_id: eventIdOf(event_id), error: fault && spellFault(fault, language) }
}
