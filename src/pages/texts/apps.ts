import type { Translations } from '../language.ts'

const en = {
  title: 'Connected apps',
  about: 'Assistants and other apps that you have let in. They act for you until you disconnect them.',
  none: 'No app is connected.',
  audiences: { manage: 'Company', me: 'My data' },
  published: (host: string) => `Published at ${host}`,
  unproven: (host: string) => `Not confirmed who made it; answers go to ${host}`,
  local: 'Not confirmed who made it; runs on a computer of yours',
  since: (day: string) => `Connected on ${day}`,
  used: (moment: string) => `last used ${moment}`,
  unused: 'never used',
  disconnect: 'Disconnect',
  disconnectOne: (name: string) => `Disconnect ${name}`,
  question: (name: string) => `“${name}” loses access at once, and must ask you again.`,
  confirm: 'Disconnect app',
}

const de: typeof en = {
  title: 'Verbundene Apps',
  about:
    'Assistenten und andere Apps, denen Sie Zugriff gegeben haben. Sie arbeiten für Sie, bis Sie sie trennen.',
  none: 'Keine App ist verbunden.',
  audiences: { manage: 'Unternehmen', me: 'Meine Daten' },
  published: (host) => `Veröffentlicht unter ${host}`,
  unproven: (host) => `Hersteller nicht bestätigt; Antworten gehen an ${host}`,
  local: 'Hersteller nicht bestätigt; läuft auf einem Ihrer Computer',
  since: (day) => `Verbunden am ${day}`,
  used: (moment) => `zuletzt benutzt: ${moment}`,
  unused: 'nie benutzt',
  disconnect: 'Trennen',
  disconnectOne: (name) => `${name} trennen`,
  question: (name) => `„${name}“ verliert sofort den Zugriff und muss Sie noch einmal fragen.`,
  confirm: 'App trennen',
}

/** Connected apps, on the account page. */
export const appTexts: Translations<typeof en> = { en, de }
