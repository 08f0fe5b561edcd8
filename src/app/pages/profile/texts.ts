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
    'Ihr Zugang gehört zu keiner Person, deshalb ist hier nichts zu sehen. Ein Inhaber oder Admin kann ihn verknüpfen.',
  more: 'Alle zeigen',
  positions: 'Zu besetzende Planstellen',
}

/** The pages about oneself. */
export const profileTexts: Translations<typeof en> = { en, de }
