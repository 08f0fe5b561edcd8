import type { Translations } from '../../../pages/language.ts'

const en = {
  profile: 'My profile',
  pay: 'My pay',
  team: 'My team',
  nobody: 'Nobody reports to you today.',
  notLinked:
    'Your login belongs to no person, so there is nothing to show here. An owner or admin can link it.',
  more: 'All of them',
  positions: 'Seats to be filled',
}

const de: typeof en = {
  profile: 'Mein Profil',
  pay: 'Mein Gehalt',
  team: 'Mein Team',
  nobody: 'Heute ist Ihnen niemand unterstellt.',
  notLinked:
    'Ihre Anmeldung gehört zu keiner Person, deshalb ist hier nichts zu sehen. Inhaber oder Admins können sie verknüpfen.',
  more: 'Alle zeigen',
  positions: 'Zu besetzende Stellen',
}

/** The pages about oneself. */
export const profileTexts: Translations<typeof en> = { en, de }
