import type { RecordKind } from '../generated/errors.ts'
import type { Text } from './language.ts'
import { phrases } from './phrase.ts'

/** `No record`, by the kind that `x-id` names. */
export const noRecord: Record<RecordKind, Text> = {
  activity: { en: 'No entry of the activity log', de: 'Kein Eintrag im Aktivitätsprotokoll' },
  actor: { en: 'No user, API key or app', de: 'Kein Konto, kein API-Schlüssel und keine App' },
  api_key: { en: 'No API key', de: 'Kein API-Schlüssel' },
  approval_request: { en: 'No request', de: 'Kein Antrag' },
  connection: { en: 'No connected app', de: 'Keine verbundene App' },
  custom_field: { en: 'No custom field', de: 'Kein eigenes Feld' },
  document: { en: 'No document', de: 'Kein Dokument' },
  invite: { en: 'No invite', de: 'Keine Einladung' },
  job: { en: 'No job', de: 'Kein Eintrag eines Werdegangs' },
  legal_entity: { en: 'No legal entity', de: 'Keine Gesellschaft' },
  location: { en: 'No location', de: 'Kein Standort' },
  membership: { en: 'No membership', de: 'Keine Mitgliedschaft' },
  pay: { en: 'No pay row', de: 'Kein Gehaltseintrag' },
  person: { en: 'No person', de: 'Keine Person' },
  session: { en: 'No session', de: 'Keine Sitzung' },
  checklist_run: { en: 'No checklist', de: 'Keine Checkliste' },
  checklist_task: { en: 'No task', de: 'Keine Aufgabe' },
  checklist_template: { en: 'No template of checklists', de: 'Keine Vorlage für Checklisten' },
  position: { en: 'No position', de: 'Keine Stelle' },
  unit: { en: 'No unit', de: 'Keine Einheit' },
  webhook_delivery: { en: 'No delivery', de: 'Keine Zustellung' },
  webhook_endpoint: { en: 'No webhook endpoint', de: 'Kein Webhook-Endpunkt' },
}

const action = (name: string): Text => ({ en: name, de: name })

/** Which action has the ids of records, by the kind that `x-id` names. */
export const idsFrom: Record<RecordKind, Text> = {
  activity: action('platform/activity.list'),
  actor: action('platform/activity.list'),
  api_key: action('platform/api_keys.list'),
  approval_request: action('org/approvals.list'),
  connection: action('platform/connections.list'),
  custom_field: action('org/fields.list'),
  document: { en: 'documents/list or documents/me.list', de: 'documents/list oder documents/me.list' },
  invite: action('org/invites.list'),
  job: action('org/people.timeline'),
  legal_entity: action('org/legal_entities.list'),
  location: action('org/locations.list'),
  membership: action('platform/members.list'),
  pay: action('org/pay.list'),
  person: action('org/people.list'),
  session: action('platform/sessions.list'),
  checklist_run: action('org/checklists.runs.list'),
  checklist_task: action('org/checklists.tasks.list'),
  checklist_template: action('org/checklists.templates.list'),
  position: action('org/positions.list'),
  unit: action('org/units.list'),
  webhook_delivery: action('webhooks/deliveries.list'),
  webhook_endpoint: action('webhooks/endpoints.list'),
}

export const recordTexts = phrases({
  itself: { en: 'itself', de: 'sich selbst' },
  theirManagers: { en: 'their managers', de: 'ihre Führungskräfte' },
  notSet: { en: 'not set', de: 'nicht gesetzt' },
  anyDay: { en: 'any day', de: 'beliebig' },
  nobodyElse: { en: 'nobody else', de: 'niemand anderen' },
  unknownId: {
    en: '{no_record} has this {path}. Take one from {list}.',
    de: '{no_record} hat diese {path}. Nehmen Sie eine aus {list}.',
  },
  notSeen: {
    en: '{no_record} that you may see has this id.',
    de: '{no_record} mit dieser Id ist für Sie sichtbar.',
  },
})
