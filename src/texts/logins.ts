import { texts } from './phrase.ts'

/** Lines of the activity log about logins: signing in, and the ways to. No address stands in them. */
export const loginLines = texts({
  signed_in: { en: 'Signed in', de: 'Angemeldet' },
  signed_out: { en: 'Signed out', de: 'Abgemeldet' },
  sessions_ended: { en: 'Signed out elsewhere', de: 'Anderswo abgemeldet' },
  sign_in_failed: {
    en: 'Somebody failed to sign in with this login',
    de: 'Anmeldung mit diesem Zugang fehlgeschlagen',
  },
  sign_in_used_up: {
    en: 'Somebody failed to sign in with this login too often: more attempts from there are refused for a while',
    de: 'Zu viele fehlgeschlagene Anmeldungen mit diesem Zugang: Weitere Versuche von dort werden eine Weile abgelehnt',
  },
  sign_in_while_paused: {
    en: 'Could not sign in, because the organization is paused or closed',
    de: 'Anmeldung nicht möglich, weil das Unternehmen angehalten oder geschlossen ist',
  },
  identity_linked: {
    en: 'Linked their account at {provider} with their login',
    de: 'Eigenes Konto bei {provider} mit dem Zugang verknüpft',
  },
  identity_unlinked: {
    en: 'Unlinked their account at {provider} from their login',
    de: 'Eigenes Konto bei {provider} vom Zugang gelöst',
  },
  password_changed: { en: 'Changed their password', de: 'Eigenes Passwort geändert' },
  password_refused: {
    en: 'Gave a wrong current password, so it was not changed',
    de: 'Falsches aktuelles Passwort angegeben, das Passwort blieb unverändert',
  },
  password_forgotten: {
    en: 'Somebody asked for a new password for this login',
    de: 'Ein neues Passwort für diesen Zugang wurde angefordert',
  },
  password_reset: { en: 'Set a new password by a link', de: 'Neues Passwort über einen Link gesetzt' },
  email_change_asked: {
    en: 'Asked for a link to sign in with another e-mail',
    de: 'Link für die Anmeldung mit einer anderen E-Mail-Adresse angefordert',
  },
  email_change_offered: {
    en: 'A link to sign in with the new work e-mail was sent to it',
    de: 'An die neue dienstliche E-Mail-Adresse ging ein Link, um sich damit anzumelden',
  },
  email_refused: {
    en: 'Gave a wrong password for another e-mail, so it was not changed',
    de: 'Falsches Passwort für eine andere E-Mail-Adresse angegeben, sie blieb unverändert',
  },
  email_changed: {
    en: 'Signs in with another e-mail from now on',
    de: 'Meldet sich ab jetzt mit einer anderen E-Mail-Adresse an',
  },
  access_revoked: {
    en: 'Revoked the API keys and apps that were made since a day',
    de: 'API-Schlüssel und Apps widerrufen, die seit einem Tag entstanden sind',
  },
})
