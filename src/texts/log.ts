import type { Language, Text } from './language.ts'
import { checklistLines } from './checklists.ts'
import { documentLines } from './documents.ts'
import { loginLines } from './logins.ts'
import { positionLines } from './positions.ts'
import { webhookLines } from './webhooks.ts'
import { spell, texts, type PlacesOf, type Values } from './phrase.ts'

/**
 * Texts of the lines of the activity log. A line is stored as its code and values, and spelled when it is read. `{subject}`
 * is the name of the record that the line is about, as it is on that day; `{change}` is one of `changesAsked`.
 */
export const summaries = texts({
  mail_settings_changed: {
    en: 'Changed which notifications are mailed',
    de: 'Geändert, welche Mitteilungen per E-Mail kommen',
  },
  reminders_changed: { en: 'Changed which days are told', de: 'Geändert, welche Termine gemeldet werden' },
  api_key_created: { en: 'Created the API key {subject}', de: 'API-Schlüssel {subject} erstellt' },
  api_key_revoked: { en: 'Revoked the API key {subject}', de: 'API-Schlüssel {subject} widerrufen' },
  app_connected: { en: 'Connected the app {subject}', de: 'App {subject} verbunden' },
  app_disconnected: { en: 'Disconnected the app {subject}', de: 'App {subject} getrennt' },
  app_token_reused: {
    en: 'Disconnected the app {subject}, because one of its codes or tokens was used twice',
    de: 'App {subject} getrennt, weil einer ihrer Codes oder Token zweimal verwendet wurde',
  },

  approval_requested: { en: 'Asked for approval of {change}', de: 'Freigabe beantragt: {change}' },
  approval_had_no_other: {
    en: 'Nobody else could approve, so this applied at once: {change}',
    de: 'Niemand sonst konnte freigeben, deshalb gilt sofort: {change}',
  },
  approval_step_approved: {
    en: 'Approved the first step of {change}',
    de: 'Erster Schritt freigegeben: {change}',
  },
  approval_approved: { en: 'Approved {change}', de: 'Freigegeben: {change}' },
  approval_rejected: { en: 'Rejected {change}', de: 'Abgelehnt: {change}' },
  approval_withdrawn: { en: 'Withdrew the request for {change}', de: 'Antrag zurückgezogen: {change}' },
  approval_outdated: {
    en: 'Closed an outdated request for {change}',
    de: 'Überholten Antrag geschlossen: {change}',
  },
  approval_expired: {
    en: 'Closed a request that had run out, for {change}',
    de: 'Abgelaufenen Antrag geschlossen: {change}',
  },

  company_language_changed: { en: 'Changed the language of {subject}', de: 'Sprache von {subject} geändert' },
  storage_changed: {
    en: 'Changed the limits of files of {subject}',
    de: 'Grenzen für Dateien von {subject} geändert',
  },
  retention_changed: {
    en: 'Changed how long {subject} keeps what is over',
    de: 'Aufbewahrungsfristen von {subject} geändert',
  },
  appearance_changed: { en: 'Changed the appearance of {subject}', de: 'Aussehen von {subject} geändert' },
  logo_uploaded: { en: 'Uploaded the logo of {subject}', de: 'Logo von {subject} hochgeladen' },
  logo_removed: { en: 'Removed the logo of {subject}', de: 'Logo von {subject} entfernt' },
  photo_uploaded: { en: 'Uploaded a photo of {subject}', de: 'Foto von {subject} hochgeladen' },
  photo_removed: { en: 'Removed the photo of {subject}', de: 'Foto von {subject} entfernt' },
  approval_rules_changed: {
    en: 'Changed the approval rules of {subject}',
    de: 'Freigaberegeln von {subject} geändert',
  },
  sign_in_changed: {
    en: 'Changed how members of {subject} sign in',
    de: 'Anmeldung der Mitglieder von {subject} geändert',
  },
  organization_created: { en: 'Created the organization {subject}', de: 'Unternehmen {subject} angelegt' },
  organization_changed: { en: 'Changed the organization {subject}', de: 'Unternehmen {subject} geändert' },
  organization_paused: { en: 'Paused the organization {subject}', de: 'Unternehmen {subject} angehalten' },
  organization_resumed: {
    en: 'Resumed the organization {subject}',
    de: 'Unternehmen {subject} wieder aktiviert',
  },
  organization_closed: { en: 'Closed the organization {subject}', de: 'Unternehmen {subject} geschlossen' },
  own_language_changed: { en: 'Changed their own language', de: 'Eigene Sprache geändert' },

  field_created: { en: 'Created the custom field {subject}', de: 'Eigenes Feld {subject} angelegt' },
  field_changed: { en: 'Changed the custom field {subject}', de: 'Eigenes Feld {subject} geändert' },
  field_archived: { en: 'Archived the custom field {subject}', de: 'Eigenes Feld {subject} archiviert' },
  field_restored: {
    en: 'Brought back the custom field {subject}',
    de: 'Eigenes Feld {subject} zurückgeholt',
  },

  invited: { en: 'Invited {subject}', de: '{subject} eingeladen' },
  invite_revoked: { en: 'Revoked the invite of {subject}', de: 'Einladung von {subject} widerrufen' },
  invite_accepted: { en: '{subject} accepted the invite', de: '{subject} hat die Einladung angenommen' },
  own_invite_accepted: {
    en: 'Accepted the invite to the organization',
    de: 'Einladung in das Unternehmen angenommen',
  },

  job_changed: { en: 'Changed the job of {subject}', de: 'Stelle von {subject} geändert' },
  job_corrected: {
    en: 'Corrected the job of {subject} from {day} on',
    de: 'Stelle von {subject} ab {day} korrigiert',
  },
  job_removed: {
    en: 'Removed a change of the job of {subject}',
    de: 'Änderung der Stelle von {subject} entfernt',
  },
  rehire_removed: {
    en: 'Took back the rehire of {subject}',
    de: 'Wiedereinstellung von {subject} zurückgenommen',
  },
  last_day_set: { en: 'Set the last day of {subject}', de: 'Letzten Tag von {subject} festgelegt' },
  last_day_moved: { en: 'Moved the last day of {subject}', de: 'Letzten Tag von {subject} verschoben' },
  last_day_removed: {
    en: 'Took back the last day of {subject}',
    de: 'Letzten Tag von {subject} zurückgenommen',
  },
  end_explained: {
    en: 'Changed why the employment of {subject} ends',
    de: 'Geändert, warum die Beschäftigung von {subject} endet',
  },
  pay_added: { en: 'Added pay of {subject}', de: 'Gehalt von {subject} eingetragen' },
  pay_removed: { en: 'Removed pay of {subject}', de: 'Gehalt von {subject} entfernt' },
  person_hired: { en: 'Hired {subject}', de: '{subject} eingestellt' },
  person_rehired: { en: 'Hired {subject} again', de: '{subject} wieder eingestellt' },
  profile_updated: { en: 'Updated the profile of {subject}', de: 'Profil von {subject} geändert' },

  legal_entity_created: { en: 'Created the legal entity {subject}', de: 'Gesellschaft {subject} angelegt' },
  legal_entity_changed: { en: 'Changed the legal entity {subject}', de: 'Gesellschaft {subject} geändert' },
  legal_entity_archived: {
    en: 'Archived the legal entity {subject}',
    de: 'Gesellschaft {subject} archiviert',
  },
  location_created: { en: 'Created the location {subject}', de: 'Standort {subject} angelegt' },
  location_changed: { en: 'Changed the location {subject}', de: 'Standort {subject} geändert' },
  location_archived: { en: 'Archived the location {subject}', de: 'Standort {subject} archiviert' },
  unit_created: { en: 'Created the unit {subject}', de: 'Einheit {subject} angelegt' },
  unit_changed: { en: 'Changed the unit {subject}', de: 'Einheit {subject} geändert' },
  unit_archived: { en: 'Archived the unit {subject}', de: 'Einheit {subject} archiviert' },
  unit_lead_set: { en: 'Set the lead of the unit {subject}', de: 'Leitung der Einheit {subject} festgelegt' },
  unit_lead_replaced: {
    en: 'Replaced the lead of the unit {subject}',
    de: 'Leitung der Einheit {subject} abgelöst',
  },
  unit_lead_removed: {
    en: 'Removed the lead of the unit {subject}',
    de: 'Leitung der Einheit {subject} entfernt',
  },
  former_lead_removed: {
    en: 'Removed the former lead of the unit {subject}, who has left',
    de: 'Frühere Leitung der Einheit {subject} entfernt, die ausgeschieden ist',
  },

  role_changed: { en: 'Changed the role of {subject}', de: 'Rolle von {subject} geändert' },
  login_disabled: { en: 'Disabled the login of {subject}', de: 'Zugang von {subject} gesperrt' },
  login_enabled: { en: 'Enabled the login of {subject}', de: 'Zugang von {subject} entsperrt' },
  login_of_leaver_disabled: {
    en: 'Disabled the login of {subject}, who has left',
    de: 'Zugang von {subject} nach dem Ausscheiden gesperrt',
  },
  login_of_leaver_kept: {
    en: 'Kept the login of {subject}, who has left: no other owner can sign in. It closes when there is one',
    de: 'Zugang von {subject} nach dem Ausscheiden behalten: Kein anderer Inhaber kann sich anmelden. Er wird gesperrt, sobald es einen gibt',
  },
  login_linked: { en: 'Linked {subject} to a login', de: '{subject} mit einem Zugang verknüpft' },
  own_login_linked: {
    en: 'Linked {subject} to their login',
    de: '{subject} mit dem eigenen Zugang verknüpft',
  },
  login_unlinked: {
    en: 'Unlinked the login of {subject} from their person',
    de: 'Zugang von {subject} von der Person gelöst',
  },
  login_given_to_other: {
    en: 'Unlinked {subject} from a login, which belongs to somebody else now',
    de: '{subject} von einem Zugang gelöst, der jetzt jemand anderem gehört',
  },
  former_login_unlinked: {
    en: 'Unlinked {subject} from the login that they had',
    de: '{subject} vom bisherigen Zugang gelöst',
  },
  password_link_made: {
    en: 'Made a link for a new password for {subject}',
    de: 'Link für ein neues Passwort für {subject} erstellt',
  },
  owner_invited: { en: 'Made a new invite for {subject}', de: 'Neue Einladung für {subject} erstellt' },

  ...loginLines,
  ...checklistLines,
  ...documentLines,
  ...positionLines,
  ...webhookLines,

  people_exported: {
    en: 'Exported {rows, plural, one {# person} other {# people}} as CSV',
    de: '{rows, plural, one {# Person} other {# Personen}} als CSV exportiert',
  },
  people_exported_with_private: {
    en: 'Exported {rows, plural, one {# person} other {# people}} as CSV, with private details',
    de: '{rows, plural, one {# Person} other {# Personen}} als CSV exportiert, mit privaten Angaben',
  },
  person_exported: { en: 'Exported all data of {subject}', de: 'Alle Daten von {subject} exportiert' },
  own_data_exported: { en: 'Exported their own data', de: 'Eigene Daten exportiert' },
  person_erased: { en: 'Erased the data of a person', de: 'Die Daten einer Person gelöscht' },
  people_imported: {
    en: 'Imported people from CSV: {people_created} created, {people_changed} changed; {units_created, plural, one {# team} other {# teams}} created',
    de: 'Personen aus CSV importiert: {people_created} angelegt, {people_changed} geändert; {units_created, plural, one {# Team} other {# Teams}} angelegt',
  },
  setup_applied: {
    en: 'Set up much at once; created and changed locations: {locations_created} and {locations_changed}, units: {units_created} and {units_changed}, people: {people_created} and {people_changed}',
    de: 'Vieles auf einmal eingerichtet; angelegte und geänderte Standorte: {locations_created} und {locations_changed}, Einheiten: {units_created} und {units_changed}, Personen: {people_created} und {people_changed}',
  },
})

/** Changes that somebody asks approval for. */
export const changesAsked = texts({
  change_job: { en: 'a job change of {subject}', de: 'Änderung der Stelle von {subject}' },
  correct_job: { en: 'a correction of the job of {subject}', de: 'Korrektur der Stelle von {subject}' },
  rehire: { en: 'a new employment of {subject}', de: 'neue Beschäftigung von {subject}' },
  terminate: {
    en: 'a change of the end of the employment of {subject}',
    de: 'Änderung des Endes der Beschäftigung von {subject}',
  },
  pay_add: { en: 'a pay change of {subject}', de: 'Änderung des Gehalts von {subject}' },
  pay_remove: { en: 'a pay change of {subject}', de: 'Änderung des Gehalts von {subject}' },
})

/** The name of a login that belongs to nobody: the log has no names of people, and none of their logins. */
export const loginOfNobody: Text = { en: 'a login of no person', de: 'ein Zugang ohne Person' }

type Summaries = typeof summaries
export type SummaryCode = keyof Summaries

type ValueNames<Code extends SummaryCode> = Exclude<PlacesOf<Summaries[Code]['en']>, 'subject'>

/** A line of the log as it is stored: its code, and values for the places in its text. No names of people. */
export type Summary = { summary: PlainSummary; values?: never } | ValuedSummary

type ValuedSummary = {
  [Code in Exclude<SummaryCode, PlainSummary>]: {
    summary: Code
    values: {
      [Name in ValueNames<Code>]: Name extends 'change' ? keyof typeof changesAsked : string | number
    }
  }
}[Exclude<SummaryCode, PlainSummary>]

/** The codes whose texts want no values. */
export type PlainSummary = {
  [Code in SummaryCode]: [ValueNames<Code>] extends [never] ? Code : never
}[SummaryCode]

/**
 * A line of the log in words. A code that this version does not have, because a later one wrote it, is shown as it is.
 *
 * @param subject the name of the record that the line is about
 */
export function spellSummary(code: string, values: Values, subject: string, language: Language): string {
  const text: Text | undefined = Object.hasOwn(summaries, code) ? summaries[code as SummaryCode] : undefined
  if (!text) return code
  const asked: Text | undefined = changesAsked[values['change'] as keyof typeof changesAsked]
  const change = asked && { text: asked, values: { subject } }
  return spell({ text, values: { ...values, subject, ...(change && { change }) } }, language)
}
