import type { Translations } from '../language.ts'

const en = {
  title: 'Sessions',
  about: 'Where you are signed in. A session ends by itself after seven days.',
  unknown: 'Unknown browser',
  current: 'This browser',
  since: (moment: string) => `Signed in ${moment}`,
  used: (moment: string) => `Last used ${moment}`,
  network: (network: string) => `from ${network}`,
  end: 'End',
  endOne: (browser: string, moment: string) => `End the session of ${browser}, signed in ${moment}`,
  endOthers: 'End all other sessions',
  gone: 'This session has ended already.',
}

const de: typeof en = {
  title: 'Sitzungen',
  about: 'Wo Sie angemeldet sind. Nach sieben Tagen endet eine Sitzung von selbst.',
  unknown: 'Unbekannter Browser',
  current: 'Dieser Browser',
  since: (moment) => `Angemeldet am ${moment}`,
  used: (moment) => `Zuletzt benutzt am ${moment}`,
  network: (network) => `von ${network}`,
  end: 'Beenden',
  endOne: (browser, moment) => `Sitzung von ${browser} beenden, angemeldet am ${moment}`,
  endOthers: 'Alle anderen Sitzungen beenden',
  gone: 'Diese Sitzung ist schon beendet.',
}

/** Sessions, on the account page. */
export const sessionTexts: Translations<typeof en> = { en, de }
