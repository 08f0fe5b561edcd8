import { phrases } from './phrase.ts'

/** Why somebody could not sign in, set a password, or link an account. */
export const signInTexts = phrases({
  aPassword: { en: 'a password', de: 'einem Passwort' },
  seconds: {
    en: '{count, plural, one {# second} other {# seconds}}',
    de: '{count, plural, one {# Sekunde} other {# Sekunden}}',
  },
  minutes: {
    en: '{count, plural, one {# minute} other {# minutes}}',
    de: '{count, plural, one {# Minute} other {# Minuten}}',
  },
  hours: {
    en: '{count, plural, one {# hour} other {# hours}}',
    de: '{count, plural, one {# Stunde} other {# Stunden}}',
  },
  wrong: {
    en: 'The organization, e-mail or password is not right.',
    de: 'Unternehmen, E-Mail-Adresse oder Passwort stimmt nicht.',
  },
  tooManyFailures: {
    en: 'Too many failed attempts to sign in. Try again in {wait}.',
    de: 'Zu viele Anmeldungen sind gescheitert. Versuchen Sie es in {wait} noch einmal.',
  },
  tooManyLinks: {
    en: 'Too many links that do not work. Try again in {wait}.',
    de: 'Zu viele Links, die nicht gelten. Versuchen Sie es in {wait} noch einmal.',
  },
  tooManyResets: {
    en: 'Too many requests for a new password. Try again in {wait}.',
    de: 'Zu oft wurde ein neues Passwort angefordert. Versuchen Sie es in {wait} noch einmal.',
  },
  tooOften: {
    en: 'This login signs in very often. Keep the session, or use an API key. Try again in {wait}.',
    de: 'Mit diesem Zugang meldet sich sehr oft jemand an. Behalten Sie die Sitzung, oder verwenden Sie einen API-Schlüssel. Versuchen Sie es in {wait} noch einmal.',
  },
  loginChanged: {
    en: 'This login was changed while you signed in. Sign in again.',
    de: 'Dieser Zugang wurde geändert, während Sie sich anmeldeten. Melden Sie sich noch einmal an.',
  },
  sessionEnded: {
    en: 'Your session has ended. Sign in again.',
    de: 'Ihre Sitzung ist beendet. Melden Sie sich noch einmal an.',
  },
  signInFirst: {
    en: 'Sign in first, with this browser.',
    de: 'Melden Sie sich zuerst mit diesem Browser an.',
  },
  signInToLink: {
    en: 'Sign in first. Then link the account.',
    de: 'Melden Sie sich zuerst an. Verknüpfen Sie dann das Konto.',
  },
  methodOff: {
    en: 'Signing in with {method} is turned off for this organization. Use another way.',
    de: 'Die Anmeldung mit {method} ist für dieses Unternehmen ausgeschaltet. Nutzen Sie einen anderen Anmeldeweg.',
  },
  notOffered: {
    en: 'This service does not offer to sign in with {method}.',
    de: 'Dieser Dienst bietet keine Anmeldung mit {method} an.',
  },
  startAgain: {
    en: 'This sign-in was not begun in this browser, was used already, or took too long. Start again.',
    de: 'Diese Anmeldung wurde nicht in diesem Browser begonnen, wurde schon benutzt oder dauerte zu lange. Beginnen Sie von vorn.',
  },
  denied: {
    en: '{provider} was told not to sign in here.',
    de: 'Bei {provider} wurde die Anmeldung hier abgelehnt.',
  },
  noProvider: {
    en: '{provider} cannot be reached, or does not answer as it should. Try again in a minute, or use another way to sign in.',
    de: '{provider} ist nicht erreichbar oder antwortet nicht, wie es sollte. Versuchen Sie es in einer Minute noch einmal, oder melden Sie sich anders an.',
  },
  notLinked: {
    en: 'No login of this organization has this account at {provider}. Accept your invite with it, or link it on your account page.',
    de: 'Kein Zugang dieses Unternehmens hat dieses Konto bei {provider}. Nehmen Sie damit Ihre Einladung an, oder verknüpfen Sie es auf der Seite „Ihr Konto“.',
  },
  accountTaken: {
    en: 'This account at {provider} belongs to another login of the organization. Choose another account. If that login is yours from before, an owner or admin can let it in and link it to you.',
    de: 'Dieses Konto bei {provider} gehört zu einem anderen Zugang des Unternehmens. Wählen Sie ein anderes. Ist jener Zugang Ihrer von früher, kann ein Inhaber oder Admin ihn entsperren und mit Ihnen verknüpfen.',
  },
  otherAccountLinked: {
    en: 'This login has another account at {provider} already. Unlink that one first on your account page, signed in with it or in another way.',
    de: 'Mit diesem Zugang ist schon ein anderes Konto bei {provider} verknüpft. Lösen Sie zuerst diese Verknüpfung auf der Seite „Ihr Konto“; melden Sie sich dafür mit jenem Konto oder anders an.',
  },
  shortPassword: {
    en: 'Choose a password of at least {min} characters.',
    de: 'Wählen Sie ein Passwort mit mindestens {min} Zeichen.',
  },
  longPassword: {
    en: 'A password has at most {max} characters.',
    de: 'Ein Passwort hat höchstens {max} Zeichen.',
  },
  commonPassword: {
    en: 'Very many people have this password, so it is guessed soon. Choose another one, such as some words that do not belong together.',
    de: 'Sehr viele haben dieses Passwort, also ist es bald erraten. Wählen Sie ein anderes, etwa einige Wörter, die nicht zusammengehören.',
  },
  personalPassword: {
    en: 'This password is your name, your e-mail address or your organization. Choose another one.',
    de: 'Dieses Passwort ist Ihr Name, Ihre E-Mail-Adresse oder Ihr Unternehmen. Wählen Sie ein anderes.',
  },
})
