import type { Help } from './words.ts'

/** Help of the fields of notifications and reminders. */
export const helpOfNotifications: Help = {
  '`next` of the page before, of this list and no other.': ['', ''],
  'A first day that comes.': ['Ein bevorstehender erster Tag.'],
  'A first day that is today.': ['Wenn heute ein erster Tag ist.'],
  'Before a contract ends.': ['Bevor ein Vertrag endet.'],
  'Before a first day, usually none.': ['Vor einem ersten Tag, meist keiner.'],
  'Before a first day.': ['Vor einem ersten Tag.'],
  'Before a probation ends.': ['Bevor eine Probezeit endet.'],
  'Before an anniversary.': ['Vor einem Jubiläum.'],
  'Days that come, in one mail a day.': ['Anstehende Termine, in einer E-Mail am Tag.'],
  'Documents that people have added themselves.': ['Dokumente, die jemand selbst hinzugefügt hat.'],
  'How many more may be sent in a month, a multiple of 100.': [
    'So viele mehr im Monat, ein Vielfaches von 100.',
  ],
  'Requests that wait for a decision.': ['Anträge, die auf eine Entscheidung warten.'],
  'Which notifications are mailed, too; what is left out stays.': [
    'Was auch per E-Mail kommt.',
    'What is mailed, too.',
  ],
  'How many days before each is told; what is left out stays.': [
    'So viele Tage vorher.',
    'So many days before.',
  ],
  'How many days, today among them.': ['So viele Tage, mit heute.'],
  'How many; 0 for the number of unread ones alone.': ['So viele; 0 nur für die Zahl der ungelesenen.'],
  'Only those that are not read yet.': ['Nur ungelesene.'],
  'Tells of its last day.': ['Vom letzten Tag einer Probezeit.', 'Of the last day of a probation.'],
  'Tells of the last day of a contract with an end.': [
    'Vom letzten Tag eines befristeten Vertrags.',
    'Of the last day of a contract with an end.',
  ],
  'Which days are told; what is left out stays.': ['Welche Termine gemeldet werden.', 'Which days are told.'],
  'Years since a first day.': ['Jahre seit einem ersten Tag.'],
}
