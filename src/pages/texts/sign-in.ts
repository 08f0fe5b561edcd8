import type { Company } from '../../auth/company.ts'
import type { Translations } from '../language.ts'

type Paused = Pick<Company, 'name' | 'status' | 'pauseReason'>

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
  wrong: 'E-mail or password is not right. Check both and try again.',
  methodOff: 'Your company does not allow passwords for signing in. Use another way.',
  paused: ({ name, status, pauseReason }: Paused) =>
    `${name} is ${status === 'closed' ? 'closed' : 'paused'} because ${
      pauseReason === 'unpaid' ? 'invoices are unpaid' : 'billing details are missing'
    }. Until that is settled, only its owners and admins can sign in. Ask one of them.`,
  tooMany: (wait: string) => `Too many attempts did not succeed. Try again in ${wait}.`,
  providerFailed: 'Signing in with the other service did not work. Try again, or use another way.',
  providerProblems: {} as Record<string, string>,
  done: {
    signed_out: 'You are signed out.',
    password_reset: 'Your password is changed. Sign in with the new one.',
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
  wrong: 'E-Mail oder Passwort stimmt nicht. Prüfen Sie beides und versuchen Sie es noch einmal.',
  methodOff: 'Ihr Unternehmen erlaubt keine Anmeldung mit Passwort. Nutzen Sie einen anderen Weg.',
  paused: ({ name, status, pauseReason }) =>
    `${name} ist ${status === 'closed' ? 'geschlossen' : 'angehalten'}, weil ${
      pauseReason === 'unpaid' ? 'Rechnungen offen sind' : 'Rechnungsangaben fehlen'
    }. Bis das geklärt ist, können sich nur Inhaber und Admins anmelden. Fragen Sie dort nach.`,
  tooMany: (wait) => `Zu viele Versuche sind fehlgeschlagen. Versuchen Sie es in ${wait} noch einmal.`,
  providerFailed:
    'Die Anmeldung beim anderen Dienst hat nicht geklappt. Versuchen Sie es noch einmal, oder nutzen Sie einen anderen Weg.',
  providerProblems: {},
  done: {
    signed_out: 'Sie sind abgemeldet.',
    password_reset: 'Ihr Passwort ist geändert. Melden Sie sich mit dem neuen an.',
  },
}

export type SignInTexts = typeof en

/** The sign-in page of a company. */
export const signInTexts: Translations<SignInTexts> = { en, de }
