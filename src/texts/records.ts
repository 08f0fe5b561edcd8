import type { RecordKind } from '../generated/errors.ts'
import type { Text } from './language.ts'
import { phrases } from './phrase.ts'

/** A kind of records: `No record`, in English and German, and the actions that list their ids. */
const record = (en: string, de: string, list: string | Text): { none: Text; list: Text } => ({
  none: { en, de },
  list: typeof list === 'string' ? { en: list, de: list } : list,
})

/** Records by the kind that `x-id` names. */
export const recordKinds: Record<RecordKind, ReturnType<typeof record>> = {
  activity: record('No entry of the activity log', 'Kein Eintrag im Protokoll', 'platform/activity.list'),
  actor: record(
    'No user, API key or app',
    'Kein Zugang, kein API-Schlüssel und keine App',
    'platform/activity.list',
  ),
  api_key: record('No API key', 'Kein API-Schlüssel', 'platform/api_keys.list'),
  approval_request: record('No request', 'Kein Antrag', 'org/approvals.list'),
  connection: record('No connected app', 'Keine verbundene App', 'platform/connections.list'),
  custom_field: record('No custom field', 'Kein eigenes Feld', 'org/fields.list'),
  document: record('No document', 'Kein Dokument', {
    en: 'documents/list or documents/me.list',
    de: 'documents/list oder documents/me.list',
  }),
  invite: record('No invite', 'Keine Einladung', 'org/invites.list'),
  job: record('No job', 'Kein Eintrag eines Werdegangs', 'org/people.timeline'),
  legal_entity: record('No legal entity', 'Keine Gesellschaft', 'org/legal_entities.list'),
  location: record('No location', 'Kein Standort', 'org/locations.list'),
  membership: record('No membership', 'Keine Mitgliedschaft', 'platform/members.list'),
  pay: record('No pay row', 'Kein Gehaltseintrag', 'org/pay.list'),
  person: record('No person', 'Keine Person', 'org/people.list'),
  session: record('No session', 'Keine Sitzung', 'platform/sessions.list'),
  checklist_run: record('No checklist', 'Keine Checkliste', 'org/checklists.runs.list'),
  checklist_task: record('No task', 'Keine Aufgabe', 'org/checklists.tasks.list'),
  checklist_template: record(
    'No template of checklists',
    'Keine Vorlage für Checklisten',
    'org/checklists.templates.list',
  ),
  position: record('No position', 'Keine Planstelle', 'org/positions.list'),
  unit: record('No unit', 'Keine Einheit', 'org/units.list'),
  webhook_delivery: record('No delivery', 'Keine Zustellung', 'webhooks/deliveries.list'),
  webhook_endpoint: record('No webhook endpoint', 'Kein Webhook-Endpunkt', 'webhooks/endpoints.list'),
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
    de: '{no_record} mit dieser ID ist für Sie sichtbar.',
  },
})
