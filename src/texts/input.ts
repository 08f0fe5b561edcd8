import { phrases } from './phrase.ts'

/** Problems with an input that the contract does not allow. */
export const inputTexts = phrases({
  invalid: { en: 'The input is not valid.', de: 'Die Eingabe ist nicht gültig.' },
  invalidHere: { en: 'This is not valid here.', de: 'Das ist hier nicht gültig.' },
  required: { en: 'This is required.', de: 'Diese Angabe fehlt.' },
  empty: { en: 'This must not be empty.', de: 'Das darf nicht leer sein.' },
  unseen: {
    en: 'This must hold a character that can be seen.',
    de: 'Das muss ein sichtbares Zeichen enthalten.',
  },
  oneLine: {
    en: 'This is one line: no line breaks or tabs, and no marks that turn the direction of writing.',
    de: 'Das ist eine einzige Zeile: ohne Zeilenumbrüche, Tabulatoren und Zeichen, die die Schreibrichtung ändern.',
  },
  unknownProperty: {
    en: 'This is not a property of the input. Remove it, or check its spelling.',
    de: 'Die Eingabe hat keine solche Eigenschaft. Entfernen Sie sie, oder prüfen Sie die Schreibweise.',
  },
  mustBe: { en: 'This must be {what}.', de: 'Das muss {what} sein.' },
  either: { en: '{one} or {other}', de: '{one} oder {other}' },
  oneOf: { en: 'This must be one of {allowed}.', de: 'Das muss einer dieser Werte sein: {allowed}.' },
  exactly: { en: 'This must be {allowed}.', de: 'Das muss {allowed} sein.' },
  tooShort: {
    en: 'This must have at least {min, plural, one {# character} other {# characters}}.',
    de: 'Das muss mindestens {min} Zeichen haben.',
  },
  tooLong: {
    en: 'This may have at most {max, plural, one {# character} other {# characters}}.',
    de: 'Das darf höchstens {max} Zeichen haben.',
  },
  noText: {
    en: 'No text of this call may have more than {max} characters.',
    de: 'Kein Text dieses Aufrufs darf mehr als {max} Zeichen haben.',
  },
  pattern: { en: 'This must match {pattern}.', de: 'Das muss zu {pattern} passen.' },
  atLeast: { en: 'This must be at least {min}.', de: 'Das muss mindestens {min} sein.' },
  atMost: { en: 'This must be at most {max}.', de: 'Das darf höchstens {max} sein.' },
  moreThan: { en: 'This must be more than {above}.', de: 'Das muss mehr als {above} sein.' },
  lessThan: { en: 'This must be less than {below}.', de: 'Das muss weniger als {below} sein.' },
  between: { en: 'This must be from {min} to {max}.', de: 'Das muss zwischen {min} und {max} liegen.' },
  multipleOf: {
    en: 'This must be a multiple of {multiple_of}.',
    de: 'Das muss ein Vielfaches von {multiple_of} sein.',
  },
  decimals: {
    en: 'This may have at most {decimals, plural, one {# decimal} other {# decimals}}.',
    de: 'Das darf höchstens {decimals, plural, one {# Nachkommastelle} other {# Nachkommastellen}} haben.',
  },
  tooFew: {
    en: 'This must hold at least {min, plural, one {# entry} other {# entries}}.',
    de: 'Hier {min, plural, one {muss mindestens # Eintrag} other {müssen mindestens # Einträge}} stehen.',
  },
  tooMany: {
    en: 'This may hold at most {max, plural, one {# entry} other {# entries}}.',
    de: 'Hier {max, plural, one {darf höchstens # Eintrag} other {dürfen höchstens # Einträge}} stehen.',
  },
  duplicate: { en: 'No entry may be here twice.', de: 'Kein Eintrag darf hier doppelt stehen.' },
  noProperty: { en: 'Give at least one property.', de: 'Geben Sie mindestens eine Eigenschaft an.' },
  badName: {
    en: 'A property name holds characters that are not allowed.',
    de: 'Der Name einer Eigenschaft enthält Zeichen, die nicht erlaubt sind.',
  },
  badCharacter: {
    en: 'The text holds a control character or broken Unicode. Remove it.',
    de: 'Der Text enthält ein Steuerzeichen oder beschädigtes Unicode. Entfernen Sie es.',
  },
  tooManyMarks: {
    en: 'No character takes more than {max} combining marks. Remove some.',
    de: 'Kein Zeichen trägt mehr als {max} kombinierende Zeichen. Entfernen Sie einige.',
  },
  tooDeep: {
    en: 'Nest at most {max} objects and lists inside one another here.',
    de: 'Verschachteln Sie hier höchstens {max} Objekte und Listen ineinander.',
  },
  tooLarge: {
    en: 'This call takes at most {max} values. Send less.',
    de: 'Dieser Aufruf nimmt höchstens {max} Werte an. Senden Sie weniger.',
  },
  noSuchDay: {
    en: 'No calendar has this day. Check it.',
    de: 'Diesen Tag gibt es in keinem Kalender. Prüfen Sie ihn.',
  },
})

/** The types of JSON, as people say them. */
export const typeTexts = phrases({
  string: { en: 'text', de: 'ein Text' },
  integer: { en: 'a whole number', de: 'eine ganze Zahl' },
  number: { en: 'a number', de: 'eine Zahl' },
  boolean: { en: 'true or false', de: 'true oder false' },
  object: { en: 'an object', de: 'ein Objekt' },
  array: { en: 'a list', de: 'eine Liste' },
  texts: { en: 'a list of texts', de: 'eine Liste von Texten' },
  null: { en: 'null', de: 'null' },
})

/** The formats of the contract, with an example of each. */
export const formatTexts = phrases({
  date: { en: 'a calendar date such as 2026-11-21', de: 'ein Datum wie 2026-11-21' },
  'date-time': {
    en: 'an ISO 8601 instant such as 2026-11-21T09:00:00Z',
    de: 'ein Zeitpunkt nach ISO 8601 wie 2026-11-21T09:00:00Z',
  },
  'idn-email': {
    en: 'an e-mail address, such as ada@acme.example',
    de: 'eine E-Mail-Adresse wie ada@acme.example',
  },
  country: {
    en: 'an ISO 3166-1 country code of two capital letters, such as DE',
    de: 'ein Ländercode nach ISO 3166-1 aus zwei Großbuchstaben wie DE',
  },
  currency: {
    en: 'an ISO 4217 currency code, such as EUR',
    de: 'ein Währungscode nach ISO 4217 wie EUR',
  },
  'time-zone': {
    en: 'an IANA time zone in its own spelling, capitals included, such as Europe/Berlin or UTC',
    de: 'eine Zeitzone der IANA in ihrer eigenen Schreibweise, auch der Großbuchstaben, wie Europe/Berlin oder UTC',
  },
  'action-name': {
    en: 'the name of an action, such as org.units.create',
    de: 'der Name einer Aktion wie org.units.create',
  },
  iban: {
    en: 'an account number whose check digits fit, such as DE89 3704 0044 0532 0130 00',
    de: 'eine Kontonummer mit passenden Prüfziffern wie DE89 3704 0044 0532 0130 00',
  },
  phone: {
    en: 'a phone number with + and the country code, such as +49 30 901820 for 030 901820 in Germany',
    de: 'eine Telefonnummer mit + und Ländervorwahl wie +49 30 901820 für 030 901820 in Deutschland',
  },
})

/** Values that a custom field takes, by its type. */
export const fieldTypeTexts = phrases({
  text: { en: 'a text of at most 2000 characters', de: 'einen Text von höchstens 2000 Zeichen' },
  number: { en: 'a number', de: 'eine Zahl' },
  date: { en: 'a day such as 2026-11-21', de: 'einen Tag wie 2026-11-21' },
  select: { en: 'one of its options, as a text', de: 'eine seiner Optionen als Text' },
  boolean: { en: 'true or false', de: 'true oder false' },
})
