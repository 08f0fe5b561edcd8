import type { Translations } from '../../../pages/language.ts'

const en = {
  title: 'No private details recorded',
  lead: 'These people can sign in, and no private e-mail, phone, address or emergency contact of theirs is known. They can record that under “My profile”: remind them, or record it here.',
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
  lead: 'Diese Personen können sich anmelden, und von ihnen ist weder private E-Mail-Adresse noch Telefonnummer, Anschrift oder Notfallkontakt bekannt. Eintragen können sie das selbst unter „Mein Profil“: Erinnern Sie daran, oder tragen Sie es hier ein.',
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
