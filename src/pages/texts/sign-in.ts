import type { Translations } from '../language.ts'

const en = {
  title: 'Sign in',
  with: (provider: string) => `Continue with ${provider}`,
  or: 'or with your password',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  forgotten: 'Forgotten your password?',
  elsewhere: 'Not your company?',
  other: 'Choose another one',
  noWay: 'Your company has turned off every way to sign in. Ask your administrator.',
  wrong: 'E-mail or password is not right. Check both and try again.',
  tooMany: (wait: string) => `Too many attempts did not succeed. Try again in ${wait}.`,
  forApp: 'An app asks for access. Sign in first; then you decide.',
  done: {
    signed_out: 'You are signed out.',
    password_reset: 'Your password is changed. Sign in with the new one.',
    email_changed: 'Your e-mail is changed. Sign in with the new one.',
  } as Record<string, string>,
}

const de: typeof en = {
  title: 'Anmelden',
  with: (provider) => `Weiter mit ${provider}`,
  or: 'oder mit Ihrem Passwort',
  email: 'E-Mail',
  password: 'Passwort',
  submit: 'Anmelden',
  forgotten: 'Passwort vergessen?',
  elsewhere: 'Nicht Ihr Unternehmen?',
  other: 'Ein anderes wählen',
  noWay: 'Ihr Unternehmen hat jeden Anmeldeweg ausgeschaltet. Fragen Sie einen Admin.',
  wrong: 'E-Mail oder Passwort stimmt nicht. Prüfen Sie beides und versuchen Sie es noch einmal.',
  tooMany: (wait) => `Zu viele Versuche sind fehlgeschlagen. Versuchen Sie es in ${wait} noch einmal.`,
  forApp: 'Eine App bittet um Zugriff. Melden Sie sich zuerst an; danach entscheiden Sie.',
  done: {
    signed_out: 'Sie sind abgemeldet.',
    password_reset: 'Ihr Passwort ist geändert. Melden Sie sich mit dem neuen an.',
    email_changed: 'Ihre E-Mail-Adresse ist geändert. Melden Sie sich mit der neuen an.',
  },
}

export type SignInTexts = typeof en

/** The sign-in page of a company. */
export const signInTexts: Translations<SignInTexts> = { en, de }
