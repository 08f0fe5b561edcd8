import type { Translations } from '../language.ts'

const en = {
  title: 'Signing in',
  about: 'The ways in which you can sign in here.',
  methods: { password: 'Password', google: 'Google', microsoft: 'Microsoft' },
  set: 'In use',
  notSet: 'Not set up',
  off: 'Your company has turned this way off. It works again when it is turned on.',
  connected: (email: string | null, day: string) =>
    email === null ? `Connected on ${day}` : `${email}, connected on ${day}`,
  notConnected: 'Not connected',
  connect: 'Connect',
  connectOne: (name: string) => `Connect ${name}`,
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  removeQuestion: (name: string) => `You can then no longer sign in with ${name}.`,
  removeConfirm: (name: string) => `Remove ${name}`,
  change: 'Change password',
  changeNote: 'All your other sessions are then ended.',
  current: 'Current password',
  save: 'Save password',
  noPassword: 'To get one, sign out and choose “Forgotten your password?”.',
  problem: 'Your password is not changed.',
  problems: {
    wrong_current_password: 'This is not your current password.',
    password_changed_meanwhile:
      'Your password was changed at this moment. Enter the new one, or ask for a link if it was not you.',
    no_password_yet: 'You have no password yet. Sign out and choose “Forgotten your password?” to set one.',
    passwords_off: 'Your company does not allow this way to sign in. Use another one.',
    last_way_to_sign_in: 'This is your only way to sign in. Set up another one first.',
  } as Record<string, string>,
  tooMany: (wait: string) => `Too many attempts did not succeed. Try again in ${wait}.`,
}

const de: typeof en = {
  title: 'Anmeldewege',
  about: 'So können Sie sich hier anmelden.',
  methods: { password: 'Passwort', google: 'Google', microsoft: 'Microsoft' },
  set: 'Eingerichtet',
  notSet: 'Nicht eingerichtet',
  off: 'Ihr Unternehmen hat diesen Anmeldeweg ausgeschaltet. Er geht wieder, wenn es ihn einschaltet.',
  connected: (email, day) => (email === null ? `Verknüpft am ${day}` : `${email}, verknüpft am ${day}`),
  notConnected: 'Nicht verknüpft',
  connect: 'Verknüpfen',
  connectOne: (name) => `${name} verknüpfen`,
  remove: 'Entfernen',
  removeOne: (name) => `${name} entfernen`,
  removeQuestion: (name) => `Sie können sich dann nicht mehr mit ${name} anmelden.`,
  removeConfirm: (name) => `${name} entfernen`,
  change: 'Passwort ändern',
  changeNote: 'Alle anderen Sitzungen enden damit.',
  current: 'Aktuelles Passwort',
  save: 'Passwort speichern',
  noPassword: 'Um eines zu bekommen, melden Sie sich ab und wählen Sie „Passwort vergessen?“.',
  problem: 'Ihr Passwort ist nicht geändert.',
  problems: {
    wrong_current_password: 'Das ist nicht Ihr aktuelles Passwort.',
    password_changed_meanwhile:
      'Ihr Passwort wurde in diesem Moment geändert. Geben Sie das neue ein, oder fordern Sie einen Link an, wenn Sie es nicht waren.',
    no_password_yet:
      'Sie haben noch kein Passwort. Melden Sie sich ab und wählen Sie „Passwort vergessen?“, um eines zu setzen.',
    passwords_off: 'Ihr Unternehmen erlaubt diesen Anmeldeweg nicht. Nutzen Sie einen anderen.',
    last_way_to_sign_in: 'Das ist Ihr einziger Anmeldeweg. Richten Sie zuerst einen anderen ein.',
  },
  tooMany: (wait) => `Zu viele Versuche sind fehlgeschlagen. Versuchen Sie es in ${wait} noch einmal.`,
}

/** Ways to sign in, on the account page. */
export const loginTexts: Translations<typeof en> = { en, de }
