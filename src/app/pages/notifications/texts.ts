import type { Translations } from '../../../pages/language.ts'

const en = {
  title: 'Notifications',
  lead: 'What you should know, of the last 90 days. What is settled or no longer true is left out.',
  bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  none: 'There is nothing new.',
  new: 'new',
  markAll: 'Mark all as read',
  mark: 'Mark as read',
  markLabel: (what: string) => `Mark as read: ${what}`,
  next: 'Older ones',
  mails: 'By mail',
  mailsYouSet: 'Some of these are mailed, too. You decide which, for everybody in the company.',
  mailsOthersSet:
    'Some of these are mailed, too. Owners and admins decide which, for everybody in the company: ask one of them to turn off what you do not need.',
  mailSettings: 'Choose what is mailed',
  reminders: {
    probation_end: 'Probation ends',
    contract_end: 'Contract ends',
    start_soon: 'Starts',
    start_today: 'First day',
    anniversary: 'Anniversary',
  },
  selfStart: 'Your first day: welcome!',
  years: (count: number) => `${count} ${count === 1 ? 'year' : 'years'}`,
  selfYears: (count: number) => `Your anniversary: ${count} ${count === 1 ? 'year' : 'years'}`,
  due: 'due',
  decide: (proposer: string) => `${proposer} asks for your approval`,
  changes: { job_change: 'Change of job', termination: 'End of employment', pay_change: 'Change of pay' },
  document: 'Added a document',
  unavailable: 'A request that may wait for you: there are too many to look at all of them.',
}

const de: typeof en = {
  title: 'Mitteilungen',
  lead: 'Was Sie wissen sollten, aus den letzten 90 Tagen. Was erledigt ist oder nicht mehr stimmt, fehlt.',
  bell: (unread) => (unread === 0 ? 'Mitteilungen' : `Mitteilungen, ${unread} ungelesen`),
  none: 'Es gibt nichts Neues.',
  new: 'neu',
  markAll: 'Alle als gelesen markieren',
  mark: 'Als gelesen markieren',
  markLabel: (what) => `Als gelesen markieren: ${what}`,
  next: 'Ältere',
  mails: 'Per E-Mail',
  mailsYouSet: 'Manches davon kommt auch per E-Mail. Sie bestimmen, was: für alle im Unternehmen.',
  mailsOthersSet:
    'Manches davon kommt auch per E-Mail. Was, bestimmen Inhaber und Admins für alle im Unternehmen: Bitten Sie sie, abzustellen, was Sie nicht brauchen.',
  mailSettings: 'Auswählen, was gemailt wird',
  reminders: {
    probation_end: 'Probezeit endet',
    contract_end: 'Vertrag endet',
    start_soon: 'Fängt an',
    start_today: 'Erster Tag',
    anniversary: 'Jubiläum',
  },
  selfStart: 'Ihr erster Tag: willkommen!',
  years: (count) => `${count} ${count === 1 ? 'Jahr' : 'Jahre'}`,
  selfYears: (count) => `Ihr Jubiläum: ${count} ${count === 1 ? 'Jahr' : 'Jahre'}`,
  due: 'fällig',
  decide: (proposer) => `${proposer} bittet um Ihre Freigabe`,
  changes: {
    job_change: 'Änderung der Stelle',
    termination: 'Ende der Beschäftigung',
    pay_change: 'Änderung des Gehalts',
  },
  document: 'Hat ein Dokument hinzugefügt',
  unavailable: 'Ein Antrag, der vielleicht auf Sie wartet: Es sind zu viele, um alle anzusehen.',
}

/** The page of notifications, and the bell that leads there. */
export const notificationTexts: Translations<typeof en> = { en, de }
