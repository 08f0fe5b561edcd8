import type { ActionId } from '../../generated/actions.ts'
import type { Text } from '../../texts/language.ts'

/** The consequences of what is hard to undo or easily misread, as far as the lines of the log do not tell them. */
export const consequences: { readonly [Id in ActionId]?: readonly Text[] } = {
  org_people_erase: [
    {
      en: 'Goes for good: the name, the work e-mail, contact, private and payroll details, fields of the company, the photo, documents with their files, pay, requests for approval and checklists about this person, their remarks on tasks, and why the employment ended. A login is closed, open invites end.',
      de: 'Für immer gelöscht werden: Name, dienstliche E-Mail, Kontakt, private Angaben und Abrechnungsdaten, Felder des Unternehmens, das Foto, Dokumente mit ihren Dateien, Gehälter, Anträge und Checklisten zu dieser Person, ihre Anmerkungen zu Aufgaben, und warum die Beschäftigung endete. Ein Zugang wird geschlossen, offene Einladungen enden.',
    },
    {
      en: 'Stays without a name: the rows of the job history with their days, titles and terms, so that the headcount of past months stays right.',
      de: 'Ohne Namen bleiben: die Einträge des Werdegangs mit Tagen, Bezeichnungen und Bedingungen, damit die Personenzahl vergangener Monate stimmt.',
    },
  ],
  org_positions_fill: [
    {
      en: 'It can be opened again, unless the person is still to start here: then only until their first day.',
      de: 'Sie lässt sich wieder öffnen. Fängt die Person erst noch hier an, geht das nur bis zum ersten Tag.',
    },
  ],
  org_positions_reopen: [
    {
      en: 'Whoever fills it, or was to, keeps their job: it only belongs to nobody again.',
      de: 'Wer sie besetzt oder besetzen sollte, behält die eigene Stelle: Sie gehört nur wieder niemandem.',
    },
  ],
  org_positions_cancel: [
    {
      en: 'A cancelled position is not opened again. Whoever needs it after all adds a new one.',
      de: 'Eine gestrichene Planstelle wird nicht wieder geöffnet. Wer sie doch braucht, legt eine neue an.',
    },
  ],
}
