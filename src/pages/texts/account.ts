import type { PublicOrganization } from '../../auth/public-organization.ts'
import type { Translations } from '../language.ts'

type Paused = Pick<PublicOrganization, 'name' | 'status' | 'pauseReason'>

const en = {
  title: 'Your account',
  signOut: 'Sign out',
  home: 'Home',
  done: {
    key_revoked: 'The key is revoked.',
    app_disconnected: 'The app is disconnected.',
    session_ended: 'The session is ended.',
    sessions_ended: 'All other sessions are ended.',
    password_changed: 'Your password is changed. All your other sessions are ended.',
    password_changed_look:
      'Your password is changed. All your other sessions are ended. API keys and connected apps go on: if somebody else knew the old password, look at them below.',
    look: 'API keys and connected apps go on after a new password. If somebody else had access to your account, look at them below.',
    email_sent: 'A link is on its way to the new address. Open it there, and enter your password.',
    email_changed: 'The e-mail is changed: it is used for signing in from now on, and mails go there.',
    revoked: 'The keys and apps made since that day are revoked.',
    linked: 'You can now sign in this way, too.',
    unlinked: 'You can no longer sign in this way.',
  },
  paused: ({ name, status, pauseReason }: Paused, day?: string) =>
    `${name} is ${status === 'closed' ? 'closed' : 'paused'} because ${
      pauseReason === 'unpaid' ? 'invoices are unpaid' : 'billing details are missing'
    }.${day ? ` Its data is deleted on ${day} unless that is settled before.` : ''} Until this is settled, hardly anything works, and only owners and admins can sign in.`,
}

const de: typeof en = {
  title: 'Ihr Konto',
  signOut: 'Abmelden',
  home: 'Start',
  done: {
    key_revoked: 'Der Schlüssel ist widerrufen.',
    app_disconnected: 'Die App ist getrennt.',
    session_ended: 'Die Sitzung ist beendet.',
    sessions_ended: 'Alle anderen Sitzungen sind beendet.',
    password_changed: 'Ihr Passwort ist geändert. Alle anderen Sitzungen sind beendet.',
    password_changed_look:
      'Ihr Passwort ist geändert. Alle anderen Sitzungen sind beendet. API-Schlüssel und verbundene Apps bleiben: Wenn jemand anderes das alte Passwort kannte, sehen Sie sie unten durch.',
    look: 'API-Schlüssel und verbundene Apps bleiben auch mit einem neuen Passwort. Wenn jemand anderes Ihren Zugang benutzt hat, sehen Sie sie unten durch.',
    email_sent:
      'Ein Link an die neue Adresse ist unterwegs. Öffnen Sie ihn dort, und geben Sie Ihr Passwort ein.',
    email_changed:
      'Die E-Mail-Adresse ist geändert: Sie gilt ab jetzt für die Anmeldung, und E-Mails gehen dorthin.',
    revoked: 'Die Schlüssel und Apps seit diesem Tag sind widerrufen.',
    linked: 'Sie können sich jetzt auch so anmelden.',
    unlinked: 'So können Sie sich nicht mehr anmelden.',
  },
  paused: ({ name, status, pauseReason }, day) =>
    `${name} ist ${status === 'closed' ? 'geschlossen' : 'angehalten'}, weil ${
      pauseReason === 'unpaid' ? 'Rechnungen offen sind' : 'Rechnungsangaben fehlen'
    }.${day ? ` Die Daten werden am ${day} gelöscht, wenn das nicht vorher geklärt wird.` : ''} Bis das geklärt ist, geht kaum etwas, und nur Inhaber und Admins können sich anmelden.`,
}

/** An act on the account page, as it stands in the address after it. */
export type Done = keyof (typeof en)['done']

/** The account page, apart from its sections. */
export const accountTexts: Translations<typeof en> = { en, de }
