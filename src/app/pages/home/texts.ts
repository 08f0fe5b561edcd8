import type { Translations } from '../../../pages/language.ts'

const en = {
  at: (role: string, company: string) => `${role} at ${company}`,
  waiting: 'Waiting for you',
  nothingWaits: 'Nothing waits for you.',
  allApprovals: 'All requests',
  day: (change: string) => `${change}, from`,
  next: 'Set up your company',
  done: 'Complete',
  toDo: 'To do',
  steps: {
    entity: 'A legal entity',
    location: 'A location',
    units: 'Units, such as departments and teams',
    people: 'People',
    invited: 'Somebody else is invited',
    ai_connected: 'An assistant is connected',
  },
  basics: 'Set up the basics',
  add: 'Add',
  addLabel: (step: string) => `Add: ${step}`,
  connect: 'Your account',
  shortcuts: 'Every day',
}

const de: typeof en = {
  at: (role, company) => `${role}, ${company}`,
  waiting: 'Wartet auf Sie',
  nothingWaits: 'Nichts wartet auf Sie.',
  allApprovals: 'Alle Anträge',
  day: (change) => `${change}, ab`,
  next: 'Firma einrichten',
  done: 'Erledigt',
  toDo: 'Offen',
  steps: {
    entity: 'Eine Gesellschaft',
    location: 'Ein Standort',
    units: 'Einheiten, etwa Abteilungen und Teams',
    people: 'Personen',
    invited: 'Jemand ist eingeladen',
    ai_connected: 'Ein Assistent ist verbunden',
  },
  basics: 'Grundlagen einrichten',
  add: 'Hinzufügen',
  addLabel: (step) => `Hinzufügen: ${step}`,
  connect: 'Ihr Konto',
  shortcuts: 'Täglich',
}

/** The home pages. */
export const homeTexts: Translations<typeof en> = { en, de }
