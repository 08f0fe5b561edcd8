import type { Translations } from '../language.ts'

const en = {
  title: 'API keys',
  about: 'For programs that act for you. A key may do what you may do, and stops with your account.',
  audiences: {
    manage: {
      label: 'Manage the company',
      short: 'Company',
      help: 'People, structure and settings, as far as your role goes.',
    },
    me: {
      label: 'My own workspace',
      short: 'My data',
      help: 'What everybody may see, and your details, pay, documents and tasks. If people report to you, it can propose changes of their jobs and the end of their employment.',
    },
  },
  created: (day: string) => `created ${day}`,
  used: (moment: string) => `Last used ${moment}`,
  unused: 'Never used',
  revoke: 'Revoke',
  revokeOne: (name: string) => `Revoke ${name}`,
  revokeQuestion: (name: string) => `Programs that use “${name}” lose access at once. This cannot be undone.`,
  revokeConfirm: 'Revoke key',
  make: 'New API key',
  name: 'Name',
  nameHelp: 'What it is for, such as “Payroll export”.',
  nameWrong: 'Enter a name of up to 80 characters on one line.',
  audience: 'What may it do?',
  create: 'Create key',
  refused: 'The key could not be made. Check what you entered.',
  madeAlready:
    'This key was made already, and its secret is shown only once. If you have lost it, revoke the key and make another one.',
  problems: {
    too_many_api_keys: 'You have 20 keys already. Revoke one that is no longer used.',
    manage_key_needs_role: 'Your role does not manage the company. Choose “My own workspace”.',
    me_key_needs_person:
      'Your account belongs to no person yet, so there is no data of your own. Ask an admin to link it.',
  } as Record<string, string>,
  madeTitle: 'Your new API key',
  madeLead: (name: string) => `“${name}” works from now on. Copy its secret: it is shown only this once.`,
  secret: 'Secret',
  secretHelp: 'Keep it like a password. Programs send it with each call:',
  back: 'I have copied it',
}

const de: typeof en = {
  title: 'API-Schlüssel',
  about:
    'Für Programme, die in Ihrem Namen arbeiten. Ein Schlüssel darf, was Sie dürfen, und endet mit Ihrem Zugang.',
  audiences: {
    manage: {
      label: 'Das Unternehmen verwalten',
      short: 'Unternehmen',
      help: 'Personen, Struktur und Einstellungen, so weit Ihre Rolle reicht.',
    },
    me: {
      label: 'Mein eigener Bereich',
      short: 'Meine Daten',
      help: 'Was alle sehen dürfen, und Ihre Angaben, Ihr Gehalt, Ihre Dokumente und Aufgaben. Führen Sie andere, kann er Änderungen an deren Stellen und das Ende ihrer Beschäftigung beantragen.',
    },
  },
  created: (day) => `erstellt am ${day}`,
  used: (moment) => `Zuletzt benutzt: ${moment}`,
  unused: 'Nie benutzt',
  revoke: 'Widerrufen',
  revokeOne: (name) => `${name} widerrufen`,
  revokeQuestion: (name) =>
    `Programme mit „${name}“ verlieren sofort den Zugriff. Das lässt sich nicht rückgängig machen.`,
  revokeConfirm: 'Schlüssel widerrufen',
  make: 'Neuer API-Schlüssel',
  name: 'Name',
  nameHelp: 'Wofür er ist, zum Beispiel „Export für die Gehaltsabrechnung“.',
  nameWrong: 'Geben Sie einen Namen mit höchstens 80 Zeichen in einer Zeile ein.',
  audience: 'Was darf er?',
  create: 'Schlüssel erstellen',
  refused: 'Der Schlüssel wurde nicht erstellt. Prüfen Sie Ihre Angaben.',
  madeAlready:
    'Dieser Schlüssel wurde schon erstellt, und sein Geheimnis wird nur einmal gezeigt. Haben Sie es verloren, widerrufen Sie ihn und erstellen Sie einen anderen.',
  problems: {
    too_many_api_keys: 'Sie haben schon 20 Schlüssel. Widerrufen Sie einen, der nicht mehr gebraucht wird.',
    manage_key_needs_role: 'Ihre Rolle verwaltet das Unternehmen nicht. Wählen Sie „Mein eigener Bereich“.',
    me_key_needs_person:
      'Zu Ihrem Zugang gehört noch keine Person, also gibt es keine eigenen Daten. Bitten Sie einen Admin, ihn zu verknüpfen.',
  },
  madeTitle: 'Ihr neuer API-Schlüssel',
  madeLead: (name) =>
    `„${name}“ gilt ab sofort. Kopieren Sie sein Geheimnis: Es wird nur dieses eine Mal gezeigt.`,
  secret: 'Geheimnis',
  secretHelp: 'Hüten Sie es wie ein Passwort. Programme senden es bei jedem Aufruf:',
  back: 'Ich habe es kopiert',
}

/** API keys on the account page. */
export const keyTexts: Translations<typeof en> = { en, de }
