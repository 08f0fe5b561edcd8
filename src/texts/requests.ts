import { phrases } from './phrase.ts'

/** Problems with a request as HTTP has it: its address, headers and body. */
export const requestTexts = phrases({
  nothingHere: {
    en: 'There is nothing at this address. The actions are listed in /v1/openapi.json, the reference is at /docs.',
    de: 'Unter dieser Adresse gibt es nichts. Die Aktionen stehen in /v1/openapi.json, die Referenz unter /docs.',
  },
  onlyMetricsHere: {
    en: 'There is nothing at this address. The metrics are at /metrics.',
    de: 'Unter dieser Adresse gibt es nichts. Die Messwerte sind unter /metrics.',
  },
  noSuchPage: {
    en: 'The reference has no such page. It begins at /docs, and its search finds all pages.',
    de: 'Die Referenz hat keine solche Seite. Sie beginnt unter /docs, und ihre Suche findet alle Seiten.',
  },
  methods: { en: 'This address takes {methods}.', de: 'Diese Adresse nimmt {methods} an.' },
  noProxy: { en: 'This is no proxy.', de: 'Das ist kein Proxy.' },
  notUtf8: {
    en: 'This is not UTF-8. Encode it as UTF-8.',
    de: 'Das ist kein UTF-8. Kodieren Sie es als UTF-8.',
  },
  onceAsList: {
    en: 'Give this parameter once; a list is one JSON value.',
    de: 'Geben Sie diesen Parameter einmal an; eine Liste ist ein einziger JSON-Wert.',
  },
  once: { en: 'Give this parameter once.', de: 'Geben Sie diesen Parameter einmal an.' },
  saidTwice: {
    en: '{property} says it, too. Give one of the two.',
    de: '{property} sagt dasselbe. Geben Sie nur eines von beiden an.',
  },
  noQueryParameter: {
    en: 'This is not a query parameter of the call. Put input into the body.',
    de: 'Der Aufruf hat keinen solchen Parameter in der Adresse. Senden Sie Eingaben im Body.',
  },
  needsJson: {
    en: 'Send the body with Content-Type: application/json.',
    de: 'Senden Sie den Body mit Content-Type: application/json.',
  },
  notJson: { en: 'The body is not JSON.', de: 'Der Body ist kein JSON.' },
  notObject: { en: 'The body must be a JSON object.', de: 'Der Body muss ein JSON-Objekt sein.' },
  oneObject: {
    en: 'Send one JSON object; {empty} when there is no input.',
    de: 'Senden Sie ein JSON-Objekt; {empty}, wenn es keine Eingabe gibt.',
  },
  needsForm: {
    en: 'Send the form with Content-Type: application/x-www-form-urlencoded.',
    de: 'Senden Sie das Formular mit Content-Type: application/x-www-form-urlencoded.',
  },
  formNotUtf8: { en: 'The form is not UTF-8.', de: 'Das Formular ist kein UTF-8.' },
  noSuchFormField: { en: 'The form has no such field.', de: 'Das Formular hat kein solches Feld.' },
  formFieldOnce: {
    en: 'The form sends this field once.',
    de: 'Das Formular sendet dieses Feld nur einmal.',
  },
  formFieldTooLong: { en: 'At most {max} characters.', de: 'Höchstens {max} Zeichen.' },
  compressed: {
    en: 'Send the body as it is, without Content-Encoding: compressed bodies are not taken.',
    de: 'Senden Sie den Body unverändert, ohne Content-Encoding: Komprimierte werden nicht angenommen.',
  },
  tooLarge: {
    en: 'The body is larger than {max} bytes. Send less in one call.',
    de: 'Der Body ist größer als {max} Bytes. Senden Sie weniger in einem Aufruf.',
  },
  cutOff: {
    en: 'The body could not be read to its end. Send it again.',
    de: 'Der Body ließ sich nicht bis zum Ende lesen. Senden Sie ihn noch einmal.',
  },
  headersTooLarge: {
    en: 'Address and headers are larger than 16 KiB together. Send less in them.',
    de: 'Adresse und Header sind zusammen größer als 16 KiB. Senden Sie darin weniger.',
  },
  chunksTooLarge: {
    en: 'The chunks of the body carry too much beside the body.',
    de: 'Die Stücke des Bodys tragen zu viel neben dem Body.',
  },
  tooSlow: {
    en: 'The request took too long to arrive: headers have 5 seconds, all of it 10. Send it again.',
    de: 'Die Anfrage kam zu langsam an: Header haben 5 Sekunden Zeit, alles zusammen 10. Senden Sie sie noch einmal.',
  },
  badAddress: {
    en: 'The address has characters that may not be there. Percent-encode them, as UTF-8.',
    de: 'Die Adresse enthält Zeichen, die dort nicht stehen dürfen. Kodieren Sie sie als UTF-8 mit Prozentzeichen.',
  },
  notHttp: { en: 'This is not HTTP/1.1: {reason}.', de: 'Das ist kein HTTP/1.1: {reason}.' },
  unreadable: { en: 'it cannot be read', de: 'es lässt sich nicht lesen' },
  oneHost: { en: 'Send one Host header.', de: 'Senden Sie genau einen Header Host.' },
  expect: {
    en: 'The only value that Expect may have is 100-continue.',
    de: 'Der einzige Wert, den Expect haben darf, ist 100-continue.',
  },
  noAddress: {
    en: 'The request line holds no address that can be read.',
    de: 'Die erste Zeile der Anfrage enthält keine lesbare Adresse.',
  },
  browsersOnly: {
    en: 'This address is for browsers that go there, not for what a page of another site loads.',
    de: 'Diese Adresse ist für Browser, die dorthin gehen, und nicht für das, was die Seite einer anderen Website lädt.',
  },
  readFromOwnPages: {
    en: "A browser session reads this only from this service's own pages, because it is recorded: send Origin: {address}.",
    de: 'Mit der Sitzung eines Browsers lesen das nur die eigenen Seiten dieses Dienstes, denn es wird protokolliert: Senden Sie Origin: {address}.',
  },
  writeFromOwnPages: {
    en: "A browser session writes only from this service's own pages: send Origin: {address}.",
    de: 'Mit der Sitzung eines Browsers schreiben nur die eigenen Seiten dieses Dienstes: Senden Sie Origin: {address}.',
  },
  unread: {
    en: 'Too many answers {whose} are under way and not read yet. Read them to their end, then try again.',
    de: 'Zu viele Antworten {whose} sind unterwegs und noch nicht gelesen. Lesen Sie sie zu Ende, und versuchen Sie es dann noch einmal.',
  },
  ofCredential: { en: 'of this credential', de: 'für diesen Zugang' },
  ofOrganization: {
    en: "of your organization's credentials",
    de: 'für die Zugänge Ihres Unternehmens',
  },
  toAddress: { en: 'to your address', de: 'an Ihre Adresse' },
  toNetwork: { en: 'to your network', de: 'an Ihr Netzwerk' },
  readsAreDry: {
    en: 'A read changes nothing, so it needs no dry run. Leave this out.',
    de: 'Lesen ändert nichts und braucht keinen Probelauf. Lassen Sie diese Angabe weg.',
  },
})

/** Why a call has to be made again, or was not done. */
export const serviceTexts = phrases({
  busy: {
    en: 'Another change to the same records is under way. Try again in a second.',
    de: 'An denselben Daten wird gerade etwas anderes geändert. Versuchen Sie es in einer Sekunde noch einmal.',
  },
  stopped: {
    en: 'The call took too long and was stopped. Narrow it, or try again.',
    de: 'Der Aufruf dauerte zu lange und wurde abgebrochen. Engen Sie ihn ein, oder versuchen Sie es noch einmal.',
  },
  savedMeanwhile: {
    en: 'Another record with the same values was saved at the same time. Read it again and retry.',
    de: 'Zur selben Zeit wurde ein anderer Datensatz mit denselben Werten gespeichert. Lesen Sie ihn, und versuchen Sie es noch einmal.',
  },
  noDatabase: {
    en: 'The service cannot reach its database. Try again in 2 seconds.',
    de: 'Der Dienst erreicht seine Datenbank nicht. Versuchen Sie es in 2 Sekunden noch einmal.',
  },
  busyOrNoDatabase: {
    en: 'The service is busy or cannot reach its database. Try again in 2 seconds.',
    de: 'Der Dienst ist ausgelastet oder erreicht seine Datenbank nicht. Versuchen Sie es in 2 Sekunden noch einmal.',
  },
  connectionBroke: {
    en: 'The connection to the database broke, and nothing was kept. Try again in 2 seconds.',
    de: 'Die Verbindung zur Datenbank ist abgebrochen, und nichts wurde gespeichert. Versuchen Sie es in 2 Sekunden noch einmal.',
  },
  perhapsKept: {
    en: 'It is not known whether the change was kept. Repeat the call with the same Idempotency-Key, or look first.',
    de: 'Es ist nicht bekannt, ob die Änderung gespeichert wurde. Wiederholen Sie den Aufruf mit demselben Idempotency-Key, oder sehen Sie zuerst nach.',
  },
  tooManyWaiting: {
    en: 'Too many of your calls are waiting. Send fewer at the same time, and try again in 2 seconds.',
    de: 'Zu viele Ihrer Aufrufe warten. Senden Sie weniger zur selben Zeit, und versuchen Sie es in 2 Sekunden noch einmal.',
  },
  tooManyUnderWay: {
    en: 'Too many calls of your organization are under way. Send fewer at the same time, and try again in 2 seconds.',
    de: 'Zu viele Aufrufe Ihres Unternehmens sind unterwegs. Senden Sie weniger zur selben Zeit, und versuchen Sie es in 2 Sekunden noch einmal.',
  },
  accessChanges: {
    en: 'Your access was changed several times during the call. Try again in 2 seconds.',
    de: 'Ihr Zugang wurde während des Aufrufs mehrmals geändert. Versuchen Sie es in 2 Sekunden noch einmal.',
  },
  manySetPasswords: {
    en: 'Very many set a password at this moment. Try again in 2 seconds.',
    de: 'Sehr viele setzen gerade ein Passwort. Versuchen Sie es in 2 Sekunden noch einmal.',
  },
  manyAsk: {
    en: 'Very many ask at this moment. Try again in 2 seconds.',
    de: 'Sehr viele fragen gerade an. Versuchen Sie es in 2 Sekunden noch einmal.',
  },
  manySignIn: {
    en: 'Very many are signing in at this moment. Try again in 2 seconds.',
    de: 'Sehr viele melden sich gerade an. Versuchen Sie es in 2 Sekunden noch einmal.',
  },
})

/** Problems with an idempotency key. `{key}` is what callers call it. */
export const keyTexts = phrases({
  malformed: {
    en: 'An idempotency key has 1 to 255 printable ASCII characters.',
    de: 'Ein Idempotency-Key hat 1 bis 255 druckbare ASCII-Zeichen.',
  },
  hasEnded: {
    en: 'The first call with this {key} has just ended. Try again.',
    de: 'Der erste Aufruf mit diesem {key} ist gerade zu Ende gegangen. Versuchen Sie es noch einmal.',
  },
  isRunning: {
    en: 'The first call with this {key} is still running. Try again in a second.',
    de: 'Der erste Aufruf mit diesem {key} läuft noch. Versuchen Sie es in einer Sekunde noch einmal.',
  },
  ofAnotherCall: {
    en: 'This {key} was used for another call. Use a new key for a new call.',
    de: 'Dieser {key} wurde für einen anderen Aufruf verwendet. Verwenden Sie für einen neuen Aufruf einen neuen.',
  },
  used: {
    en: 'This {key} was used before, and results of {action} are never stored. {what_it_did}',
    de: 'Dieser {key} wurde schon verwendet, und Ergebnisse von {action} werden nie gespeichert. {what_it_did}',
  },
  didNothing: {
    en: 'It changed nothing. Read the record, or use a new key for a new call.',
    de: 'Der Aufruf hat nichts geändert. Lesen Sie den Datensatz, oder verwenden Sie für einen neuen Aufruf einen neuen.',
  },
  inActivityList: {
    en: 'platform/activity.list with id {activity_id} tells what it did.',
    de: 'platform/activity.list mit der id {activity_id} sagt, was er getan hat.',
  },
  readRecord: {
    en: 'Read the record that record_id names. {ask}',
    de: 'Lesen Sie den Datensatz, den record_id nennt. {ask}',
  },
  askAdmin: {
    en: 'An owner or admin finds what it did in the activity log, as {activity_id}.',
    de: 'Was er getan hat, findet ein Inhaber oder Admin im Protokoll unter {activity_id}.',
  },
})

/** The `message` of a detail about an idempotency key, by its code. */
export const keyReasons = phrases({
  idempotency_key_busy: {
    en: 'The first call with this key has not ended, or has just ended.',
    de: 'Der erste Aufruf mit diesem Schlüssel ist noch nicht oder gerade erst zu Ende.',
  },
  idempotency_key_used: {
    en: 'The call with this key has been done.',
    de: 'Der Aufruf mit diesem Schlüssel ist erledigt.',
  },
  idempotency_key_of_another_call: {
    en: 'This key belongs to another call.',
    de: 'Dieser Schlüssel gehört zu einem anderen Aufruf.',
  },
})
