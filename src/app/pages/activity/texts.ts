import type { Translations } from '../../../pages/language.ts'

const en = {
  title: 'Activity',
  lead: 'What was done, by whom, the newest first.',
  filter: 'Filter',
  action: 'Action',
  anyAction: 'Every action',
  show: 'Show',
  all: 'Show everything',
  actor: 'Done by',
  anyActor: 'Everybody',
  person: 'Done to one person',
  onlyActor: 'A key, or somebody who is no member',
  none: 'Nothing of this kind was done yet.',
  next: 'Older entries',
  count: (total: number) => (total === 1 ? '1 entry' : `${total} entries`),
  changes: 'What changed',
  samePerson: 'More about this person',
  sameActor: 'More by them',
}

const de: typeof en = {
  title: 'Protokoll',
  lead: 'Was getan wurde und von wem, das Neueste zuerst.',
  filter: 'Filtern',
  action: 'Aktion',
  anyAction: 'Jede Aktion',
  show: 'Anzeigen',
  all: 'Alles zeigen',
  actor: 'Getan von',
  anyActor: 'Alle',
  person: 'Betrifft eine Person',
  onlyActor: 'Ein Schlüssel, oder jemand, der kein Mitglied ist',
  none: 'Nichts dergleichen wurde bisher getan.',
  next: 'Ältere Einträge',
  count: (total) => (total === 1 ? '1 Eintrag' : `${total} Einträge`),
  changes: 'Was sich änderte',
  samePerson: 'Mehr zu dieser Person',
  sameActor: 'Mehr von diesem Zugang',
}

/** The page of the activity log. */
export const activityTexts: Translations<typeof en> = { en, de }
