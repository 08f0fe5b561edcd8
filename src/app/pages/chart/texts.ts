import type { Translations } from '../../../pages/language.ts'

const en = {
  title: 'Chart',
  asOf: 'As of',
  show: 'Show',
  clear: 'Clear',
  whole: 'Whole company',
  up: 'One level up',
  reports: (direct: number, total: number) =>
    direct === total
      ? `${direct.toLocaleString('en')} below`
      : `${direct.toLocaleString('en')} direct, ${total.toLocaleString('en')} in all`,
  open: 'Open',
  nobody: 'Nobody works here on this day. Choose another one.',
  more: (count: number) =>
    `${count.toLocaleString('en')} more people are on these levels. Open the branch of a manager, or look for them in the list.`,
  list: 'List of people',
  refused: 'This chart cannot be shown',
}

const de: typeof en = {
  title: 'Organigramm',
  asOf: 'Stichtag',
  show: 'Anzeigen',
  clear: 'Zurücksetzen',
  whole: 'Das ganze Unternehmen',
  up: 'Eine Ebene höher',
  reports: (direct, total) =>
    direct === total
      ? `${direct.toLocaleString('de')} darunter`
      : `${direct.toLocaleString('de')} direkt, ${total.toLocaleString('de')} insgesamt`,
  open: 'Öffnen',
  nobody: 'An diesem Tag arbeitet hier niemand. Wählen Sie einen anderen.',
  more: (count) =>
    `${count.toLocaleString('de')} weitere Personen sind auf diesen Ebenen. Öffnen Sie den Zweig einer Führungskraft, oder suchen Sie in der Liste.`,
  list: 'Liste der Personen',
  refused: 'Dieses Organigramm lässt sich nicht zeigen',
}

/** The chart of who reports to whom. */
export const chartTexts: Translations<typeof en> = { en, de }
