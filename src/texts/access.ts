import { phrases } from './phrase.ts'

/** Why a credential is refused, or its holder may not do something. */
export const accessTexts = phrases({
  sendKey: {
    en: 'Send an API key as: Authorization: Bearer hrk_…',
    de: 'Senden Sie einen API-Schlüssel als: Authorization: Bearer hrk_…',
  },
  connectOrSendKey: {
    en: 'Connect this app, which leads a member to sign in, or send an API key as: Authorization: Bearer hrk_…',
    de: 'Verbinden Sie diese App, wobei sich ein Mitglied anmeldet, oder senden Sie einen API-Schlüssel als: Authorization: Bearer hrk_…',
  },
  tokenForMcp: {
    en: 'Tokens of connected apps are for /mcp only. Send an API key as: Authorization: Bearer hrk_…',
    de: 'Token verbundener Apps gelten nur für /mcp. Senden Sie einen API-Schlüssel als: Authorization: Bearer hrk_…',
  },
  notKey: {
    en: 'This is not an API key. Send one as: Authorization: Bearer hrk_…',
    de: 'Das ist kein API-Schlüssel. Senden Sie einen als: Authorization: Bearer hrk_…',
  },
  tooManyRefused: {
    en: 'Too many refused credentials from your network. Try again in {seconds, plural, one {# second} other {# seconds}}.',
    de: 'Zu viele abgelehnte Zugangsdaten aus Ihrem Netzwerk. Versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal.',
  },
  overLimit: {
    en: 'More than {limit} requests in this minute. Try again in {seconds, plural, one {# second} other {# seconds}}.',
    de: 'Mehr als {limit} Anfragen in dieser Minute. Versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal.',
  },
  tooManyOfAddress: {
    en: 'Too many requests from your address. Try again in {seconds, plural, one {# second} other {# seconds}}.',
    de: 'Zu viele Anfragen von Ihrer Adresse. Versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal.',
  },
  webOnly: {
    en: 'API keys and assistants may not do this. Do it in the web app, signed in.',
    de: 'API-Schlüssel und Assistenten dürfen das nicht. Melden Sie sich dafür in der Web-App an.',
  },
  appNeedsAudience: {
    en: '{about} This needs the audience {audiences}: connect the app again and choose that.',
    de: '{about} Das verlangt die audience {audiences}: Verbinden Sie die App noch einmal, und wählen Sie diese.',
  },
  keyNeedsAudience: {
    en: '{about} This needs an API key of the audience {audiences}, which you can create in the web app.',
    de: '{about} Das verlangt einen API-Schlüssel der audience {audiences}, den Sie in der Web-App erstellen können.',
  },
  or: { en: '{one} or {other}', de: '{one} oder {other}' },
  needs: {
    en: 'This needs {needs}. Ask an owner or admin.',
    de: 'Das verlangt {needs}. Fragen Sie einen Inhaber oder Admin.',
  },
  needsInWeb: {
    en: 'This needs {needs}, signed in to the web app. Ask an owner or admin.',
    de: 'Das verlangt {needs} und eine Anmeldung in der Web-App. Fragen Sie einen Inhaber oder Admin.',
  },
  managingRole: {
    en: 'a role that manages the company (yours is {role})',
    de: 'eine Rolle, die das Unternehmen verwaltet (Ihre ist {role})',
  },
  oneRole: {
    en: 'the role {roles} (yours is {role})',
    de: 'die Rolle {roles} (Ihre ist {role})',
  },
  linkedMember: {
    en: 'a member who is linked to a person (you are not)',
    de: 'ein Mitglied, das mit einer Person verknüpft ist (Sie sind es nicht)',
  },
  needsOr: { en: '{one}, or {other}', de: '{one}, oder {other}' },
  thisApp: { en: 'This app', de: 'Diese App' },
  yourKey: { en: 'Your API key', de: 'Ihr API-Schlüssel' },
  hasAudience: { en: '{which} has the audience {audience}.', de: '{which} hat die audience {audience}.' },
  linkedToNobody: {
    en: '{which} has the audience me, but you are linked to no person.',
    de: '{which} hat die audience me, aber Sie sind mit keiner Person verknüpft.',
  },
  managesNothing: {
    en: '{which} has the audience manage, but your role, {role}, manages nothing.',
    de: '{which} hat die audience manage, aber Ihre Rolle, {role}, verwaltet nichts.',
  },
})

/** Why a credential that has the right form is refused, by its kind. */
export const endedTexts = phrases({
  key: {
    en: 'This API key is unknown or revoked. Create a new one in the web app.',
    de: 'Dieser API-Schlüssel ist unbekannt oder widerrufen. Erstellen Sie in der Web-App einen neuen.',
  },
  app: {
    en: 'This token has expired, or its app was disconnected. Connect the app again.',
    de: 'Dieses Token ist abgelaufen, oder seine App wurde getrennt. Verbinden Sie die App noch einmal.',
  },
  web: {
    en: 'Your session has ended. Sign in again.',
    de: 'Ihre Sitzung ist beendet. Melden Sie sich noch einmal an.',
  },
})

/** That an organization is paused or closed, why, and what can be done. */
export const pausedTexts = phrases({
  because: { en: '{state} because {why}.{until}', de: '{state}, weil {why}.{until}' },
  paused: { en: 'This organization is paused', de: 'Dieses Unternehmen ist angehalten' },
  closed: { en: 'This organization is closed', de: 'Dieses Unternehmen ist geschlossen' },
  active: { en: 'This organization is active', de: 'Dieses Unternehmen ist aktiv' },
  unpaid: { en: 'invoices are unpaid', de: 'Rechnungen nicht bezahlt sind' },
  detailsMissing: { en: 'billing details are missing', de: 'Angaben für die Rechnung fehlen' },
  deletedOn: { en: ' Its data is deleted on {day}.', de: ' Seine Daten werden am {day} gelöscht.' },
  notDeleted: { en: '', de: '' },
  andWay: { en: '{because} {way}', de: '{because} {way}' },
  onlyThese: {
    en: 'Until this is fixed, only {actions} and signing out answer. Contact the operator of this service to fix it.',
    de: 'Bis das geklärt ist, antworten nur {actions} und das Abmelden. Wenden Sie sich dafür an den Betreiber dieses Dienstes.',
  },
  adminFixes: {
    en: 'An owner or admin can sign in to the web app to fix it.',
    de: 'Ein Inhaber oder Admin kann sich in der Web-App anmelden, um es zu klären.',
  },
  operatorFixes: {
    en: 'Contact the operator of this service to fix it.',
    de: 'Wenden Sie sich an den Betreiber dieses Dienstes, um es zu klären.',
  },
  onlyAdminsSignIn: {
    en: 'This organization is paused: only its owners and admins can sign in. Ask one of them.',
    de: 'Dieses Unternehmen ist angehalten: Nur seine Inhaber und Admins können sich anmelden. Fragen Sie dort nach.',
  },
})
