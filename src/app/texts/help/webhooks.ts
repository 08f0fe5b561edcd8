import type { Help } from './words.ts'

/** Help of the fields of webhooks and of the feed. */
export const helpOfWebhooks: Help = {
  '`next` of the answer before, or `cursor` of an event of it.': ['', ''],
  'Deliveries on a page.': ['Zustellungen auf einer Seite.'],
  'Events in an answer.': ['Ereignisse auf einer Seite.', 'Events on a page.'],
  'False turns it off. True, in the web app only, turns it on again.': [
    '„Nein“ schaltet ihn aus, „Ja“ wieder ein.',
    '“No” turns it off, “Yes” turns it on again.',
  ],
  'Only these types.': ['Nur diese.', 'Only these.'],
  'Only these.': ['Nur diese.'],
  'Seconds to wait for an event when there is none.': ['So lange wird auf ein Ereignis gewartet.'],
  'The types it gets from now on, all of them.': [
    'Alles, was er von jetzt an bekommt.',
    'Everything that it gets from now on.',
  ],
  'The types it gets.': ['Was er bekommt.', 'Everything that it gets.'],
  'What the company calls it.': ['Wie das Unternehmen ihn nennt.'],
  'What the company calls it; empty for nothing.': [
    'Wie das Unternehmen ihn nennt.',
    'What the company calls it.',
  ],
  'Where events are sent to from now on, also those that are tried again.': [
    'Dorthin gehen von jetzt an alle Ereignisse, auch solche, die erneut gesendet werden.',
  ],
  'Where events are sent to, such as `https://hooks.example.com/rollcall`.': [
    'Dorthin gehen die Ereignisse, zum Beispiel https://hooks.example.com/rollcall.',
  ],
  'Where to begin without `after`: with the oldest event, with the last ones, at most `limit`, or with what happens from now on: then there are no events, and `next` is where to go on.':
    ['', ''],
  'Whether events are sent to it from now on.': ['Ob von jetzt an Ereignisse dorthin gehen.'],
  'With `endpoint_id`: all deliveries made since then that have failed.': [
    'Zusammen mit einem Endpunkt: alle Zustellungen seitdem, die gescheitert sind.',
    'Together with an endpoint: all deliveries since then that have failed.',
  ],
}
