import type { Translations } from '../language.ts'

type State = { title: string; text: string }

const en = {
  title: (company: string) => `Join ${company}`,
  lead: (inviter: string | null, name: string) =>
    inviter === null
      ? `Hello ${name}. Choose how you want to sign in from now on.`
      : `Hello ${name}. ${inviter} has invited you. Choose how you want to sign in from now on.`,
  email: 'Your e-mail for signing in',
  with: (provider: string) => `Join with ${provider}`,
  or: 'or choose a password',
  until: (day: string) => `This invitation works until ${day}.`,
  submit: 'Join',
  noWay: 'Your company has turned off every way to sign in. Ask whoever invited you.',
  states: {
    expired: {
      title: 'This invitation has expired',
      text: 'Invitations work for 14 days. Ask whoever invited you to send a new one.',
    },
    accepted: {
      title: 'This invitation was used already',
      text: 'If that was you, sign in. If not, tell whoever invited you.',
    },
    revoked: {
      title: 'This invitation no longer works',
      text: 'It was withdrawn, or replaced by a newer one: look for a later mail, or ask whoever invited you.',
    },
    taken: {
      title: 'Somebody else signs in with your e-mail',
      text: 'So this invitation cannot be accepted. Tell whoever invited you: they can correct the address and invite you again.',
    },
    unknown: {
      title: 'We do not know this invitation',
      text: 'Open the link just as it is in your mail. If that does not help, ask for a new invitation.',
    },
  } satisfies Record<string, State>,
  toSignIn: 'Go to sign-in',
}

const de: typeof en = {
  title: (company) => `${company} beitreten`,
  lead: (inviter, name) =>
    inviter === null
      ? `Guten Tag, ${name}. Wählen Sie, wie Sie sich künftig anmelden.`
      : `Guten Tag, ${name}. ${inviter} hat Sie eingeladen. Wählen Sie, wie Sie sich künftig anmelden.`,
  email: 'Ihre E-Mail-Adresse für die Anmeldung',
  with: (provider) => `Mit ${provider} beitreten`,
  or: 'oder ein Passwort wählen',
  until: (day) => `Diese Einladung gilt bis zum ${day}.`,
  submit: 'Beitreten',
  noWay:
    'Ihr Unternehmen hat jeden Anmeldeweg ausgeschaltet. Wenden Sie sich an die Person, die Sie eingeladen hat.',
  states: {
    expired: {
      title: 'Diese Einladung ist abgelaufen',
      text: 'Einladungen gelten 14 Tage. Bitten Sie um eine neue.',
    },
    accepted: {
      title: 'Diese Einladung wurde schon benutzt',
      text: 'Waren Sie das, melden Sie sich an. Wenn nicht, sagen Sie es bitte der Person, die Sie eingeladen hat.',
    },
    revoked: {
      title: 'Diese Einladung gilt nicht mehr',
      text: 'Sie wurde widerrufen oder durch eine neuere ersetzt: Suchen Sie nach einer späteren E-Mail, oder bitten Sie um eine neue Einladung.',
    },
    taken: {
      title: 'Mit Ihrer E-Mail-Adresse meldet sich jemand anderes an',
      text: 'Deshalb lässt sich diese Einladung nicht annehmen. Sagen Sie es der Person, die Sie eingeladen hat: Sie kann die Adresse korrigieren und Sie noch einmal einladen.',
    },
    unknown: {
      title: 'Diese Einladung kennen wir nicht',
      text: 'Öffnen Sie den Link genau so, wie er in Ihrer E-Mail steht. Hilft das nicht, bitten Sie um eine neue Einladung.',
    },
  },
  toSignIn: 'Zur Anmeldung',
}

/** Accepting an invite. */
export const inviteTexts: Translations<typeof en> = { en, de }
