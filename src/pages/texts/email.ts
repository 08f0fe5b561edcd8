import type { Translations } from '../language.ts'

const en = {
  change: 'Change e-mail',
  new: 'New e-mail',
  send: 'Send the link',
  note: 'We send a link to the new address. Until you open it and enter your password, nothing changes.',
  problem: 'Your e-mail is not changed.',
  problems: {
    sign_in_email_unchanged: 'You sign in with this address already.',
    sign_in_email_taken: 'Somebody else signs in here with this address.',
    too_many_email_links:
      'No more links are sent today. Look into the mailbox of the newest one, or try again tomorrow.',
    password_needed_first:
      'You have no password yet. Sign out and choose “Forgotten your password?” to set one.',
    email_needs_passwords: 'Your company has turned passwords off, and a new e-mail is confirmed with one.',
    wrong: 'Enter an e-mail address.',
    wrong_current_password: 'This is not your password.',
    missing: 'Enter your password.',
  } as Record<string, string>,
  title: 'Sign in with this e-mail?',
  lead: (before: string, after: string, company: string) =>
    `Your login at ${company} has ${before}. With your password it gets ${after}, and mails go there.`,
  email: 'New e-mail',
  password: 'Password',
  confirm: 'Use this e-mail',
  deadTitle: 'This link no longer works',
  dead: 'A link to another e-mail works once, for 24 hours, and until a newer one is sent. Ask for a new one on your account page.',
  account: 'To your account',
}

const de: typeof en = {
  change: 'E-Mail-Adresse ändern',
  new: 'Neue E-Mail-Adresse',
  send: 'Link senden',
  note: 'Wir senden einen Link an die neue Adresse. Bis Sie ihn öffnen und Ihr Passwort eingeben, ändert sich nichts.',
  problem: 'Ihre E-Mail-Adresse ist nicht geändert.',
  problems: {
    sign_in_email_unchanged: 'Mit dieser Adresse melden Sie sich schon an.',
    sign_in_email_taken: 'Mit dieser Adresse meldet sich hier jemand anderes an.',
    too_many_email_links:
      'Heute wird kein weiterer Link gesendet. Sehen Sie in das Postfach des neuesten, oder versuchen Sie es morgen noch einmal.',
    password_needed_first:
      'Sie haben noch kein Passwort. Melden Sie sich ab und wählen Sie „Passwort vergessen?“, um eines zu setzen.',
    email_needs_passwords:
      'Ihr Unternehmen hat Passwörter ausgeschaltet, und damit wird eine neue Adresse bestätigt.',
    wrong: 'Geben Sie eine E-Mail-Adresse ein.',
    wrong_current_password: 'Das ist nicht Ihr Passwort.',
    missing: 'Geben Sie Ihr Passwort ein.',
  },
  title: 'Mit dieser E-Mail-Adresse anmelden?',
  lead: (before, after, company) =>
    `Ihr Zugang bei ${company} hat ${before}. Mit Ihrem Passwort bekommt er ${after}, und E-Mails gehen dorthin.`,
  email: 'Neue E-Mail-Adresse',
  password: 'Passwort',
  confirm: 'Diese Adresse verwenden',
  deadTitle: 'Dieser Link gilt nicht mehr',
  dead: 'Ein Link an eine andere Adresse gilt einmal, 24 Stunden lang, und bis ein neuerer gesendet wird. Fordern Sie auf Ihrer Kontoseite einen neuen an.',
  account: 'Zu Ihrem Konto',
}

/** Another e-mail to sign in with: the form on the account page, and the page of the link. */
export const emailTexts: Translations<typeof en> = { en, de }
