import type { Translations } from '../language.ts'

const en = {
  title: 'Forgotten your password?',
  lead: 'Enter your e-mail, and we send you a link to choose a new one.',
  email: 'E-mail',
  emailMissing: 'Enter the e-mail address that you sign in with.',
  submit: 'Send the link',
  back: 'Back to sign-in',
  sentTitle: 'Look into your mailbox',
  sent: (email: string) =>
    `If ${email} belongs to an account here, a mail with a link is on its way. The link works for one hour.`,
  sentHelp: 'Nothing there after a few minutes? Look into your spam folder, or ask your administrator.',
  off: 'Your company does not use passwords for signing in.',
  newTitle: 'Choose a new password',
  newLead: (company: string) => `For your account at ${company}. You are then signed out everywhere else.`,
  save: 'Save password',
  deadTitle: 'This link no longer works',
  dead: 'A link for a new password works once, and for one hour. Ask for a new one.',
  again: 'Ask for a new link',
}

const de: typeof en = {
  title: 'Passwort vergessen?',
  lead: 'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues wählen.',
  email: 'E-Mail',
  emailMissing: 'Geben Sie die E-Mail-Adresse ein, mit der Sie sich anmelden.',
  submit: 'Link senden',
  back: 'Zurück zur Anmeldung',
  sentTitle: 'Sehen Sie in Ihr Postfach',
  sent: (email) =>
    `Gehört ${email} hier zu einem Zugang, ist eine E-Mail mit einem Link unterwegs. Der Link gilt eine Stunde.`,
  sentHelp: 'Nach einigen Minuten nichts da? Sehen Sie in den Spam-Ordner, oder fragen Sie einen Admin.',
  off: 'Ihr Unternehmen nutzt keine Passwörter für die Anmeldung.',
  newTitle: 'Neues Passwort wählen',
  newLead: (company) => `Für Ihren Zugang bei ${company}. Überall sonst werden Sie damit abgemeldet.`,
  save: 'Passwort speichern',
  deadTitle: 'Dieser Link gilt nicht mehr',
  dead: 'Ein Link für ein neues Passwort gilt einmal und eine Stunde lang. Fordern Sie einen neuen an.',
  again: 'Neuen Link anfordern',
}

/** The forgotten and the new password. */
export const forgottenTexts: Translations<typeof en> = { en, de }
