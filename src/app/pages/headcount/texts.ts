import type { Translations } from '../../../pages/language.ts'

const en = {
  title: 'Headcount',
  lead: 'How many people work here at the end of each month, who joined and who left.',
  from: 'From month',
  to: 'To month',
  by: 'By',
  all: 'The whole company',
  subunits: 'Count in each unit the people below it, too',
  show: 'Show',
  filter: 'Months and groups',
  now: 'Headcount',
  fte: 'Full-time equivalents',
  joined: 'Joined',
  left: 'Left',
  turnover: 'Turnover',
  month: 'Month',
  graph: 'Headcount by month',
  months: 'By month',
  groups: (by: string) => `Headcount by ${by.toLowerCase()}`,
  none: 'Without',
  lastMonths: (count: number) => `The last ${count} months: there are many groups. Choose others above.`,
  problems: 'These months cannot be shown',
}

const de: typeof en = {
  title: 'Personenzahl',
  lead: 'Wie viele Personen am Ende jedes Monats hier arbeiten, mit Eintritten und Austritten.',
  from: 'Ab Monat',
  to: 'Bis Monat',
  by: 'Nach',
  all: 'Das ganze Unternehmen',
  subunits: 'In jeder Einheit auch die Personen darunter zählen',
  show: 'Anzeigen',
  filter: 'Monate und Gruppen',
  now: 'Personen',
  fte: 'Vollzeitäquivalente',
  joined: 'Eintritte',
  left: 'Austritte',
  turnover: 'Fluktuation',
  month: 'Monat',
  graph: 'Personenzahl nach Monaten',
  months: 'Nach Monaten',
  groups: (by) => `Personenzahl nach ${by}`,
  none: 'Ohne',
  lastMonths: (count) => `Die letzten ${count} Monate, weil es viele Gruppen sind. Wählen Sie oben andere.`,
  problems: 'Diese Monate lassen sich nicht zeigen',
}

/** The report of headcounts. */
export const headcountTexts: Translations<typeof en> = { en, de }
