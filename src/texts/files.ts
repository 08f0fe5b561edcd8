import { phrases } from './phrase.ts'

/** What is wrong with a file of people, or with a cell of it. */
export const fileTexts = phrases({
  repeatedColumn: {
    en: 'This column is there twice. Keep one of them.',
    de: 'Diese Spalte steht doppelt da. Behalten Sie eine davon.',
  },
  missingColumn: {
    en: 'This column is required. Add it to the first row.',
    de: 'Diese Spalte fehlt. Fügen Sie sie in der ersten Zeile hinzu.',
  },
  noSuchColumn: {
    en: 'No column of an import has this name, and no custom field this key.',
    de: 'Keine Spalte eines Imports hat diesen Namen, und kein eigenes Feld diesen Schlüssel.',
  },
  unknownColumn: {
    en: '{no_column} Check its spelling, or take it out.',
    de: '{no_column} Prüfen Sie die Schreibweise, oder nehmen Sie sie heraus.',
  },
  payrollNeedsWeb: {
    en: 'Payroll details are imported in the web app only. Take this column out.',
    de: 'Daten für die Lohnabrechnung werden nur in der Web-App importiert. Nehmen Sie diese Spalte heraus.',
  },
  privateNeedsWeb: {
    en: 'This custom field is private, and is imported in the web app only. Take this column out.',
    de: 'Dieses eigene Feld ist privat und wird nur in der Web-App importiert. Nehmen Sie diese Spalte heraus.',
  },
  tooManyCells: {
    en: 'This row has {cells} cells, and the first row {columns}. Put values that hold a delimiter in quotation marks.',
    de: 'Diese Zeile hat {cells} Zellen, die erste Zeile {columns}. Setzen Sie Werte, die ein Trennzeichen enthalten, in Anführungszeichen.',
  },
  notUtf8: {
    en: 'A character is lost here: the file was not read as UTF-8. It may be in Windows-1252; save it as "CSV UTF-8" and send it again.',
    de: 'Hier ist ein Zeichen verloren: Die Datei wurde nicht als UTF-8 gelesen. Vielleicht ist sie in Windows-1252; speichern Sie sie als „CSV UTF-8“, und senden Sie sie noch einmal.',
  },
  dayForm: {
    en: 'Write a day as YYYY-MM-DD, such as 2026-12-31.',
    de: 'Schreiben Sie einen Tag als JJJJ-MM-TT, etwa 2026-12-31.',
  },
  noSuchDay: { en: '{no_day} {form}', de: '{no_day} {form}' },
  otherDay: {
    en: 'Write this day as {right} and not as {given}.',
    de: 'Schreiben Sie diesen Tag als {right} und nicht als {given}.',
  },
  number: {
    en: 'Write a number such as 40 or 37,5, without spaces and units.',
    de: 'Schreiben Sie eine Zahl wie 40 oder 37,5, ohne Leerzeichen und Einheiten.',
  },
  boolean: {
    en: 'Write true or false; yes, no, 1 and 0 are understood, too.',
    de: 'Schreiben Sie true oder false; auch yes, no, 1 und 0 werden verstanden.',
  },
})

/** What a name of another system may mean in the first row. */
export const foreignTexts = phrases({
  hasOwnColumns: {
    en: '{no_column} What it may mean has columns of its own in this file: take it out.',
    de: '{no_column} Was er bedeuten kann, hat in dieser Datei eigene Spalten: Nehmen Sie die Spalte heraus.',
  },
  renameOne: { en: 'call it {column} in the first row', de: 'nennen Sie sie in der ersten Zeile {column}' },
  makeTwo: { en: 'make {columns} of it', de: 'machen Sie {columns} daraus' },
  takeOther: {
    en: '{names} may mean the same. Keep the right one, {rename}, and take the other out.',
    de: '{names} können dasselbe bedeuten. Behalten Sie die richtige Spalte, {rename}, und nehmen Sie die andere heraus.',
  },
  takeOthers: {
    en: '{names} may mean the same. Keep the right one, {rename}, and take the others out.',
    de: '{names} können dasselbe bedeuten. Behalten Sie die richtige Spalte, {rename}, und nehmen Sie die anderen heraus.',
  },
  didYouMean: {
    en: '{no_column} Did you mean {column}? Then call it that in the first row; else take it out.',
    de: '{no_column} Ist {column} gemeint? Dann nennen Sie die Spalte in der ersten Zeile so; sonst nehmen Sie sie heraus.',
  },
  didYouMeanTwo: {
    en: '{no_column} Did you mean {columns}, which are required? Then make these two columns of it; else take it out, and add these.',
    de: '{no_column} Sind {columns} gemeint, die nötig sind? Dann machen Sie diese zwei Spalten daraus; sonst nehmen Sie die Spalte heraus, und fügen Sie diese hinzu.',
  },
  didYouMeanRequired: {
    en: '{no_column} Did you mean {column}, which is required? Then call it that in the first row; else take it out, and add {column}.',
    de: '{no_column} Ist {column} gemeint, die nötig ist? Dann nennen Sie die Spalte in der ersten Zeile so; sonst nehmen Sie sie heraus, und fügen Sie {column} hinzu.',
  },
})

/** Why a text is no table of a size that can be read. */
export const tableTexts = phrases({
  mebibytes: { en: '{count} MiB', de: '{count} MiB' },
  people: { en: '{count} people', de: '{count} Personen' },
  morePeople: { en: 'more than {count} people', de: 'mehr als {count} Personen' },
  cells: { en: '{count} cells', de: '{count} Zellen' },
  longRow: { en: 'a row of more than {count} cells', de: 'eine Zeile mit mehr als {count} Zellen' },
  moreCells: { en: 'more than {count} cells', de: 'mehr als {count} Zellen' },
  hint: {
    en: 'it is a hint for a spreadsheet, and not the names of the columns; take it out',
    de: 'Sie ist ein Hinweis für eine Tabellenkalkulation und enthält nicht die Namen der Spalten; nehmen Sie sie heraus',
  },
  tabs: {
    en: 'the values are separated by tabs; use , or ; between them',
    de: 'Die Werte sind durch Tabulatoren getrennt; setzen Sie , oder ; dazwischen',
  },
  quoteNotClosed: {
    en: 'a quotation mark is not closed',
    de: 'Ein Anführungszeichen ist nicht geschlossen',
  },
  quoteInside: {
    en: 'a quotation mark is inside a value that does not begin with one; write "" inside "…"',
    de: 'Ein Anführungszeichen steht in einem Wert, der nicht damit beginnt; schreiben Sie "" innerhalb von "…"',
  },
  quoteTooEarly: {
    en: 'a value goes on after its closing quotation mark; write "" inside "…"',
    de: 'Ein Wert geht nach seinem schließenden Anführungszeichen weiter; schreiben Sie "" innerhalb von "…"',
  },
  noTable: {
    en: 'it has no form that a table can have',
    de: 'Sie hat keine Form, die eine Tabelle haben kann',
  },
})
