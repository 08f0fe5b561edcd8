import type { Translations } from '../../../pages/language.ts'

const en = {
  title: 'Members and invites',
  lead: 'Everybody who can sign in here, what they may do, and who is invited.',
  invite: 'Invite a person',
  members: 'Members',
  invites: 'Open invites',
  noInvites: 'No invite is open.',
  onceHelp:
    'The link of an invite is shown once, when it is made. Send it again to get a new one; the old one ends then.',
  name: 'Name',
  email: 'E-mail',
  role: 'Role',
  state: 'State',
  noPerson: 'Linked to nobody',
  noLogin: 'Cannot sign in yet',
  actions: 'Change',
  setRole: 'Change the role',
  disable: 'Shut out',
  enable: 'Let in again',
  link: 'Link to a person',
  until: 'Works until',
  made: 'Made',
  again: 'Send again',
  revoke: 'Revoke',
  none: 'Nobody is a member.',
}

const de: typeof en = {
  title: 'Mitglieder und Einladungen',
  lead: 'Alle, die sich hier anmelden können, was sie dürfen, und wer eingeladen ist.',
  invite: 'Person einladen',
  members: 'Mitglieder',
  invites: 'Offene Einladungen',
  noInvites: 'Keine Einladung ist offen.',
  onceHelp:
    'Der Link einer Einladung wird einmal gezeigt, wenn sie entsteht. Senden Sie sie noch einmal, um einen neuen zu bekommen; der alte endet dann.',
  name: 'Name',
  email: 'E-Mail',
  role: 'Rolle',
  state: 'Status',
  noPerson: 'Mit niemandem verknüpft',
  noLogin: 'Kann sich noch nicht anmelden',
  actions: 'Ändern',
  setRole: 'Rolle ändern',
  disable: 'Sperren',
  enable: 'Entsperren',
  link: 'Mit einer Person verknüpfen',
  until: 'Gilt bis',
  made: 'Erstellt',
  again: 'Noch einmal senden',
  revoke: 'Widerrufen',
  none: 'Niemand ist Mitglied.',
}

/** The page of members and invites. */
export const memberTexts: Translations<typeof en> = { en, de }
