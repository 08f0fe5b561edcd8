import type { Translations } from '../../../pages/language.ts'

const en = {
  title: 'No private details recorded',
  lead: 'They can sign in, and no private e-mail, phone, address or emergency contact of theirs is known. They record them under “My profile”, so remind them; or record them here.',
  people: 'People',
  name: 'Name',
  unit: 'Unit',
  actions: 'Change',
  record: 'Record details',
  none: 'Everybody who can sign in has recorded some.',
  further: (count: number) =>
    count === 1 ? 'One more comes once these are done.' : `${count} more come once these are done.`,
}

const de: typeof en = {
  title: 'Ohne private Angaben',
  lead: 'Sie können sich anmelden, und es gibt von ihnen weder private E-Mail-Adresse noch Telefonnummer, Anschrift oder Notfallkontakt. Sie tragen sie unter „Mein Profil“ ein: Erinnern Sie sie daran, oder tragen Sie sie hier ein.',
  people: 'Personen',
  name: 'Name',
  unit: 'Einheit',
  actions: 'Ändern',
  record: 'Angaben eintragen',
  none: 'Alle, die sich anmelden können, haben welche eingetragen.',
  further: (count) =>
    count === 1
      ? 'Eine weitere folgt, wenn diese erledigt sind.'
      : `${count} weitere folgen, wenn diese erledigt sind.`,
}

/** The page of people of whom no private details are recorded. */
export const undetailedTexts: Translations<typeof en> = { en, de }
