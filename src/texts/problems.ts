import { phrases } from './phrase.ts'

/** Beginnings of errors, and a message for where nothing more is known. */
export const problemTexts = phrases({
  at: { en: '{path}: {problem}', de: '{path}: {problem}' },
  andMore: {
    en: '{first} (and {count} more, see details)',
    de: '{first} (und {count} weitere, siehe details)',
  },
  internal: {
    en: 'Something went wrong on our side. Try again, and quote the request id if it persists.',
    de: 'Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal, und nennen Sie die Nummer der Anfrage (request_id), wenn es wieder geschieht.',
  },
  clientGone: { en: 'The client closed the connection.', de: 'Der Client hat die Verbindung geschlossen.' },
})

/** The place of one of many people: an entry of the input, or a row of a file. */
export const placeTexts = phrases({
  path: { en: '{path}', de: '{path}' },
  row: { en: 'Row {row}', de: 'Zeile {row}' },
})
