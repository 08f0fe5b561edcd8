import type { Language } from './language.ts'
import { texts } from './phrase.ts'

/** Why an attempt failed, as the log of deliveries says it. */
const faults = texts({
  status: {
    en: 'The receiver did not answer with a status of 200 to 299.',
    de: 'Der Empfänger hat nicht mit einem Status von 200 bis 299 geantwortet.',
  },
  redirect: {
    en: 'The receiver sent the request to another address. Enter that address.',
    de: 'Der Empfänger hat an eine andere Adresse verwiesen. Tragen Sie diese ein.',
  },
  gone: {
    en: 'The receiver said that it wants no more events (410).',
    de: 'Der Empfänger möchte keine Ereignisse mehr (410).',
  },
  timeout: {
    en: 'The receiver did not answer within 15 seconds.',
    de: 'Der Empfänger hat nicht innerhalb von 15 Sekunden geantwortet.',
  },
  no_name: {
    en: 'The name of the host does not exist.',
    de: 'Den Namen des Hosts gibt es nicht.',
  },
  no_connection: {
    en: 'No connection could be made, or it broke.',
    de: 'Die Verbindung kam nicht zustande oder brach ab.',
  },
  tls: {
    en: 'The certificate of the host is not valid, or it does not speak TLS.',
    de: 'Das Zertifikat des Hosts ist ungültig, oder er spricht kein TLS.',
  },
  not_public: {
    en: 'The name of the host leads to an address that is not public.',
    de: 'Der Name des Hosts führt zu einer Adresse, die nicht öffentlich ist.',
  },
  not_http: {
    en: 'The answer of the receiver is not HTTP.',
    de: 'Die Antwort des Empfängers ist kein HTTP.',
  },
  endpoint_off: {
    en: 'The endpoint was turned off or deleted.',
    de: 'Der Endpunkt wurde ausgeschaltet oder gelöscht.',
  },
  not_wanted: {
    en: 'The endpoint does not get events of this type any more.',
    de: 'Der Endpunkt bekommt Ereignisse dieser Art nicht mehr.',
  },
  event_gone: {
    en: 'The event is no longer there.',
    de: 'Das Ereignis ist nicht mehr vorhanden.',
  },
  service: {
    en: 'This service had a fault of its own, which is not counted. It is tried again.',
    de: 'Dieser Dienst hatte selbst eine Störung, die nicht zählt. Es wird erneut versucht.',
  },
})

export type Fault = keyof typeof faults

export const spellFault = (fault: Fault, language: Language): string => faults[fault][language]

/** Lines of the activity log about webhooks. */
export const webhookLines = texts({
  webhook_endpoint_created: {
    en: 'Created the webhook endpoint {subject}',
    de: 'Webhook-Endpunkt {subject} angelegt',
  },
  webhook_endpoint_changed: {
    en: 'Changed the webhook endpoint {subject}',
    de: 'Webhook-Endpunkt {subject} geändert',
  },
  webhook_endpoint_enabled: {
    en: 'Turned on the webhook endpoint {subject}',
    de: 'Webhook-Endpunkt {subject} eingeschaltet',
  },
  webhook_endpoint_disabled: {
    en: 'Turned off the webhook endpoint {subject}',
    de: 'Webhook-Endpunkt {subject} ausgeschaltet',
  },
  webhook_endpoint_failing: {
    en: 'Turned off the webhook endpoint {subject}, because no delivery succeeded for a day or it wants no more events',
    de: 'Webhook-Endpunkt {subject} ausgeschaltet, weil einen Tag lang keine Zustellung gelang oder er keine Ereignisse mehr möchte',
  },
  webhook_endpoint_deleted: {
    en: 'Deleted the webhook endpoint {subject}',
    de: 'Webhook-Endpunkt {subject} gelöscht',
  },
  webhook_secret_rolled: {
    en: 'Rolled the secret of the webhook endpoint {subject}',
    de: 'Geheimnis des Webhook-Endpunkts {subject} erneuert',
  },
  webhook_endpoint_tested: {
    en: 'Sent a test event to the webhook endpoint {subject}',
    de: 'Testereignis an den Webhook-Endpunkt {subject} gesendet',
  },
  webhook_deliveries_resent: {
    en: 'Sent events again to the webhook endpoint {subject}',
    de: 'Ereignisse erneut an den Webhook-Endpunkt {subject} gesendet',
  },
})
