import type { Translations } from '../../../pages/language.ts'

const en = {
  title: 'Import people',
  lead: 'From a CSV file, such as one that a spreadsheet writes. You see what will happen before anything does.',
  limits:
    'At most 250 people and 1 MB in one file. People are matched by work_email: those who are here are changed, others are hired.',
  file: 'The file',
  fileHelp:
    'With the names of the columns in its first line. Required: given_name, family_name, work_email, title.',
  paste: 'Or paste its content',
  pasteHelp: 'Commas or semicolons between the values.',
  correct: 'Correct it here, or choose the corrected file',
  check: 'Check it',
  checkAgain: 'Check again',
  rename: (names: string) => `Rename the columns and check again: ${names}`,
  allColumns: 'All columns, and what they may hold',
  empty: 'Choose a file, or paste its content.',
  windows:
    'The file is not in UTF-8, so it was read as a file of Windows. Look at the names below: are their letters right?',
  faults: (count: number) =>
    count === 1
      ? '1 fault was found. Nothing was changed.'
      : `${count} faults were found. Nothing was changed.`,
  faultsTitle: 'What is wrong',
  row: 'Row',
  ready: 'The file is ready',
  readyLead: 'Nothing has happened yet.',
  created: 'Will be hired',
  updated: 'Will be changed',
  unchanged: 'Stay as they are',
  warnings: 'Worth knowing',
  further: (count: number) => `… and ${count} more`,
  rows: 'Row by row',
  rowAndName: 'Row and name',
  from: 'from',
  happens: 'What happens',
  hire: 'Is hired',
  change: 'Is changed',
  nothing: 'Stays as it is',
  preview: 'The first rows',
  apply: 'Import now',
  applyAll: 'Import, and start checklists',
  checklists: 'With an import they start only if you choose so.',
  other: 'Choose another file',
}

const de: typeof en = {
  title: 'Personen importieren',
  lead: 'Aus einer CSV-Datei, wie Tabellenprogramme sie schreiben. Sie sehen, was geschehen wird, bevor es geschieht.',
  limits:
    'Höchstens 250 Personen und 1 MB in einer Datei. Personen werden an work_email erkannt: wer schon da ist, wird geändert, andere werden eingestellt.',
  file: 'Die Datei',
  fileHelp:
    'Mit den Namen der Spalten in der ersten Zeile. Nötig sind given_name, family_name, work_email, title.',
  paste: 'Oder den Inhalt einfügen',
  pasteHelp: 'Kommas oder Semikolons zwischen den Werten.',
  correct: 'Hier korrigieren, oder die korrigierte Datei wählen',
  check: 'Prüfen',
  checkAgain: 'Noch einmal prüfen',
  rename: (names) => `Spalten umbenennen und noch einmal prüfen: ${names}`,
  allColumns: 'Alle Spalten, und was darin stehen darf',
  empty: 'Wählen Sie eine Datei, oder fügen Sie ihren Inhalt ein.',
  windows:
    'Die Datei ist kein UTF-8, deshalb wurde sie als Windows-Datei gelesen. Sehen Sie sich die Namen unten an: Stimmen die Buchstaben?',
  faults: (count) =>
    count === 1
      ? '1 Fehler wurde gefunden. Nichts wurde geändert.'
      : `${count} Fehler wurden gefunden. Nichts wurde geändert.`,
  faultsTitle: 'Was nicht stimmt',
  row: 'Zeile',
  ready: 'Die Datei ist bereit',
  readyLead: 'Noch ist nichts geschehen.',
  created: 'Werden eingestellt',
  updated: 'Werden geändert',
  unchanged: 'Bleiben, wie sie sind',
  warnings: 'Gut zu wissen',
  further: (count) => `… und ${count} weitere`,
  rows: 'Zeile für Zeile',
  rowAndName: 'Zeile und Name',
  from: 'ab',
  happens: 'Was geschieht',
  hire: 'Wird eingestellt',
  change: 'Wird geändert',
  nothing: 'Bleibt, wie es ist',
  preview: 'Die ersten Zeilen',
  apply: 'Jetzt importieren',
  applyAll: 'Importieren und Checklisten beginnen',
  checklists: 'Bei einem Import beginnen sie nur, wenn Sie es so wählen.',
  other: 'Andere Datei wählen',
}

/** The import of people. */
export const importTexts: Translations<typeof en> = { en, de }
