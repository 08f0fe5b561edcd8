import { texts } from './phrase.ts'

/** Lines of the activity log about checklists. Titles of tasks are not told: people write names into them. */
export const checklistLines = texts({
  checklist_template_created: {
    en: 'Added the template of checklists {subject}',
    de: 'Vorlage {subject} für Checklisten angelegt',
  },
  checklist_template_changed: {
    en: 'Changed the template of checklists {subject}',
    de: 'Vorlage {subject} für Checklisten geändert',
  },
  checklist_template_archived: {
    en: 'Archived the template of checklists {subject}',
    de: 'Vorlage {subject} für Checklisten archiviert',
  },
  checklist_template_restored: {
    en: 'Brought back the template of checklists {subject}',
    de: 'Vorlage {subject} für Checklisten zurückgeholt',
  },
  checklist_started: { en: 'Started the checklist {subject}', de: 'Checkliste {subject} begonnen' },
  checklist_completed: { en: 'Completed the checklist {subject}', de: 'Checkliste {subject} abgeschlossen' },
  checklist_cancelled: { en: 'Cancelled the checklist {subject}', de: 'Checkliste {subject} abgebrochen' },
  checklist_moved: {
    en: 'Moved the checklist {subject} to another day',
    de: 'Checkliste {subject} auf einen anderen Tag verschoben',
  },
  task_added: { en: 'Added a task to {subject}', de: 'Aufgabe zu {subject} hinzugefügt' },
  task_changed: { en: 'Changed a task of {subject}', de: 'Aufgabe von {subject} geändert' },
  task_done: { en: 'Did a task of {subject}', de: 'Aufgabe von {subject} erledigt' },
  task_skipped: { en: 'Skipped a task of {subject}', de: 'Aufgabe von {subject} übersprungen' },
  task_opened: { en: 'Opened a task of {subject} again', de: 'Aufgabe von {subject} wieder geöffnet' },
  task_reassigned: {
    en: 'Gave a task of {subject} to somebody else',
    de: 'Aufgabe von {subject} jemand anderem gegeben',
  },
  task_commented: {
    en: 'Remarked on a task of {subject}',
    de: 'Anmerkung zu einer Aufgabe von {subject} geschrieben',
  },
})

/** The texts of the two templates that each company begins with, until it changes them: names, and titles of tasks by their ids. */
export const starterTexts = texts({
  onboarding: { en: 'Onboarding', de: 'Onboarding' },
  contract: { en: 'Have the contract signed', de: 'Vertrag unterschreiben lassen' },
  equipment: { en: 'Order laptop and phone', de: 'Laptop und Telefon bestellen' },
  accounts: { en: 'Set up accounts and access', de: 'Konten und Zugänge einrichten' },
  first_week: { en: 'Plan the first week', de: 'Die erste Woche planen' },
  welcome: { en: 'Welcome them and introduce the team', de: 'Begrüßen und das Team vorstellen' },
  details: { en: 'Complete your personal details', de: 'Persönliche Angaben vervollständigen' },
  first_month: { en: 'Talk about the first month', de: 'Über den ersten Monat sprechen' },
  probation: { en: 'Decide about the probation', de: 'Über die Probezeit entscheiden' },
  offboarding: { en: 'Offboarding', de: 'Offboarding' },
  tell_team: { en: 'Tell the team', de: 'Das Team informieren' },
  handover: { en: 'Hand over open work', de: 'Offene Arbeiten übergeben' },
  exit_talk: { en: 'Have an exit talk', de: 'Austrittsgespräch führen' },
  return_equipment: { en: 'Return laptop, phone and keys', de: 'Laptop, Telefon und Schlüssel zurückgeben' },
  close_accounts: { en: 'Close accounts and access', de: 'Konten und Zugänge schließen' },
  reference: { en: 'Write the reference', de: 'Zeugnis schreiben' },
})
