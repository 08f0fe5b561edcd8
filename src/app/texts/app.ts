import type { Translations } from '../../pages/language.ts'

const en = {
  skip: 'Skip to content',
  navigation: 'Main menu',
  menu: 'Menu',
  you: 'You',
  trail: 'You are here',
  signOut: 'Sign out',
  otherLanguage: 'Deutsch',
  account: 'Your account',
  toManage: 'Administration',
  toMe: 'My workspace',
  home: 'Home',
  find: 'Search',
  findLead: 'Everything you may do here, and people by name.',
  findWords: 'A name, or what you want to do',
  page: 'Page',
  foundDoable: 'Pages and actions',
  foundPeople: 'People',
  foundNothing: 'Nothing and nobody is called so.',
  everything: 'Everything you can do',
  done: (title: string) => `Done: ${title}.`,
  welcome: 'Welcome! Your account is ready.',
  fileKept: 'The file is saved.',
  ended: 'Your session has ended',
  endedLead:
    'What you typed is kept on this page. Sign in again in a second tab. Then come back to this one, and continue.',
  signInBeside: 'Sign in (new tab)',
  goOn: 'Continue',
  signedIn: 'You are signed in again',
  signedInLead:
    'Your form waits in the other tab: go back to it, and continue there. You can close this one.',
  managesNothing: 'This page belongs to the administration of the company, which your role does not include.',
  paused: 'The company is paused, so hardly anything works. Your account tells why.',
}

const de: typeof en = {
  skip: 'Zum Inhalt springen',
  navigation: 'Hauptmenü',
  menu: 'Menü',
  you: 'Sie',
  trail: 'Sie sind hier',
  signOut: 'Abmelden',
  otherLanguage: 'English',
  account: 'Ihr Konto',
  toManage: 'Verwaltung',
  toMe: 'Mein Bereich',
  home: 'Start',
  find: 'Suchen',
  findLead: 'Alles, was Sie hier tun können, und Personen nach Namen.',
  findWords: 'Ein Name, oder was Sie tun möchten',
  page: 'Seite',
  foundDoable: 'Seiten und Aktionen',
  foundPeople: 'Personen',
  foundNothing: 'Nichts und niemand heißt so.',
  everything: 'Alles, was Sie tun können',
  done: (title) => `Erledigt: ${title}.`,
  welcome: 'Willkommen! Ihr Zugang ist bereit.',
  fileKept: 'Die Datei ist gespeichert.',
  ended: 'Ihre Sitzung ist abgelaufen',
  endedLead:
    'Was Sie eingegeben haben, bleibt auf dieser Seite. Melden Sie sich in einem zweiten Tab wieder an. Kommen Sie dann hierher zurück, und machen Sie weiter.',
  signInBeside: 'Anmelden (neuer Tab)',
  goOn: 'Weiter',
  signedIn: 'Sie sind wieder angemeldet',
  signedInLead:
    'Ihr Formular wartet im anderen Tab: Gehen Sie dorthin zurück, und machen Sie weiter. Diesen können Sie schließen.',
  managesNothing: 'Diese Seite gehört zur Verwaltung des Unternehmens, die Ihre Rolle nicht umfasst.',
  paused: 'Das Unternehmen ist angehalten, deshalb geht kaum etwas. In Ihrem Konto steht, warum.',
}

/** The frame of all pages of the app. */
export const appTexts: Translations<typeof en> = { en, de }
