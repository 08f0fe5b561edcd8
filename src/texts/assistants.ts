import { phrases } from './phrase.ts'

/** Refusals that only tools have. */
export const assistantTexts = phrases({
  foreignOrigin: {
    en: 'Pages of other sites may not call this address: the Origin must be {address}, or absent.',
    de: 'Seiten anderer Websites dürfen diese Adresse nicht aufrufen: Der Origin muss {address} sein oder fehlen.',
  },
  leftOut: {
    en: 'The address of this connection leaves this tool out (toolsets, readonly). Tell the user to change it there.',
    de: 'Die Adresse dieser Verbindung lässt dieses Werkzeug aus (toolsets, readonly). Bitten Sie den Benutzer, das dort zu ändern.',
  },
  webOnlyProperty: {
    en: 'Only the web app takes this, and no tool does. Leave it out, and tell the user that this part is done there.',
    de: 'Das nimmt nur die Web-App an, kein Werkzeug. Lassen Sie es weg, und sagen Sie dem Benutzer, dass dieser Teil dort zu erledigen ist.',
  },
  noFields: {
    en: 'Name at least one field, or leave this out.',
    de: 'Nennen Sie mindestens ein Feld, oder lassen Sie diese Angabe weg.',
  },
  noSuchField: {
    en: 'The rows have no such field. They have {fields}; what is in one of them is named with a dot, such as unit.name.',
    de: 'Die Zeilen haben kein solches Feld. Sie haben {fields}; was in einem davon steht, wird mit einem Punkt benannt, etwa unit.name.',
  },
  noSuchRow: {
    en: 'No row of this list has this id any more. Begin again without it.',
    de: 'Keine Zeile dieser Liste hat diese ID noch. Beginnen Sie ohne sie von vorn.',
  },
  size: {
    en: 'the result has {length} characters, and a tool may answer {most}',
    de: 'das Ergebnis hat {length} Zeichen, und ein Werkzeug darf mit {most} antworten',
  },
  answerLeftOut: {
    en: '{kept}. Only its answer is left out: {size}. Read what you need with narrower calls.',
    de: '{kept}. Nur die Antwort fehlt: {size}. Lesen Sie mit engeren Aufrufen, was Sie brauchen.',
  },
  dryRunSucceeded: {
    en: 'The dry run succeeded and kept nothing',
    de: 'Der Probelauf ist gelungen und hat nichts gespeichert',
  },
  firstCallKept: {
    en: 'The first call with this idempotency_key succeeded and its change was kept: do not repeat it',
    de: 'Der erste Aufruf mit diesem idempotency_key ist gelungen, und seine Änderung ist gespeichert: Wiederholen Sie ihn nicht',
  },
  callKept: {
    en: 'The call succeeded and its change was kept: do not repeat it',
    de: 'Der Aufruf ist gelungen, und seine Änderung ist gespeichert: Wiederholen Sie ihn nicht',
  },
  noAnswer: {
    en: 'Nothing is cut, so there is no answer: {size}. To get less, {less}; or read all of it with an API key over HTTP at {address}.',
    de: 'Es wird nichts abgeschnitten, also gibt es keine Antwort: {size}. Um weniger zu erhalten, {less}; oder lesen Sie alles mit einem API-Schlüssel über HTTP unter {address}.',
  },
  noShorterAnswer: {
    en: 'Nothing is cut, so there is no answer: {size}. Read all of it in the web app, or with an API key over HTTP at {address}.',
    de: 'Es wird nichts abgeschnitten, also gibt es keine Antwort: {size}. Lesen Sie alles in der Web-App, oder mit einem API-Schlüssel über HTTP unter {address}.',
  },
  wayOr: { en: '{way}, or {others}', de: '{way}, oder {others}' },
  pages: { en: 'ask for pages with {names}', de: 'fragen Sie mit {names} nach Seiten' },
  both: { en: '{one} and {other}', de: '{one} und {other}' },
  fewerFields: { en: 'name fewer fields', de: 'nennen Sie weniger Felder' },
  narrow: { en: 'narrow the call with {names}', de: 'engen Sie den Aufruf mit {names} ein' },
  leaveOut: { en: 'leave out {names}', de: 'lassen Sie {names} weg' },
})
