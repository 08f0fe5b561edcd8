import type { Fault } from '../domain/webhooks.ts'
import type { Language, Text } from './language.ts'

/** Why an attempt failed, as the log of deliveries says it. */
const faults: Record<Fault, Text> = {
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
  event_gone: {
    en: 'The event is no longer there.',
    de: 'Das Ereignis ist nicht mehr vorhanden.',
  },
  service: {
    en: 'This service had a fault of its own, which is not counted. It is tried again.',
    de: 'Dieser Dienst hatte selbst eine Störung, die nicht zählt. Es wird erneut versucht.',
  },
}

export const spellFault = (fault: Fault, language: Language): string => faults[fault][language]
