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
      en: 'It is undone only while the person has not started here. To fill it with somebody who works here already closes it for good.',
      de: 'Das lässt sich nur zurücknehmen, solange die Person hier noch nicht begonnen hat. Mit jemandem besetzt, der schon hier arbeitet, ist sie endgültig geschlossen.',
    },
  ],
  org_positions_reopen: [
    {
      en: 'Whoever was to fill it stays hired: it only belongs to nobody again.',
      de: 'Wer sie besetzen sollte, bleibt eingestellt: Sie gehört nur wieder niemandem.',
    },
  ],
  org_positions_cancel: [
    {
      en: 'A cancelled position is not opened again. Whoever needs it after all adds a new one.',
      de: 'Eine gestrichene Planstelle wird nicht wieder geöffnet. Wer sie doch braucht, legt eine neue an.',
    },
  ],
}
