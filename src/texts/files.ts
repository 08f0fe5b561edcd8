import { phrases } from './phrase.ts'

/** Forms in which cells of a file are to be written, where the general codes tell no more. */
export const fileTexts = phrases({
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
