import type { Language } from './language.ts'

type Kept = 'job_history' | 'log_lines' | 'events' | 'backups'

/** Why something stays when a person is erased. */
export const keptBecause: Readonly<Record<Kept, Readonly<Record<Language, string>>>> = {
  job_history: {
    en: 'Headcounts of the past stay right. Dates, titles and terms of the jobs name nobody any more.',
    de: 'Personenzahlen der Vergangenheit bleiben richtig. Tage, Bezeichnungen und Bedingungen der Stellen nennen niemanden mehr.',
  },
  log_lines: {
    en: 'The log shows who did something and when. Names and values are taken out of its lines.',
    de: 'Das Protokoll zeigt, wer wann etwas getan hat. Namen und Werte sind aus seinen Einträgen entfernt.',
  },
  events: {
    en: 'Programs that read events miss none. They hold placeholders, and are deleted 30 days after they happened.',
    de: 'Programme, die Ereignisse lesen, verpassen keines. Sie enthalten Platzhalter und werden 30 Tage nach dem Geschehen gelöscht.',
  },
  backups: {
    en: 'Backups that were made before cannot be changed. Private details in them cannot be read without the key, which is destroyed here; a backup that holds the key, too, has to be deleted when its time is over.',
    de: 'Ältere Sicherungen lassen sich nicht ändern. Private Angaben darin liest niemand ohne den Schlüssel, der hier vernichtet ist; eine Sicherung, die auch den Schlüssel enthält, muss nach ihrer Frist gelöscht werden.',
  },
}
