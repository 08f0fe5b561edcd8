import type { Translations } from '../language.ts'

const en = {
  title: 'Sign in',
  lead: 'Which company do you work for?',
  label: 'Company address',
  help: 'It is in your invitation, and in every mail from us.',
  submit: 'Continue',
  empty: 'Enter the address of your company.',
  programs: 'Writing a program?',
  reference: 'API reference',
  unknown: 'We know no company with this address.',
}

const de: typeof en = {
  title: 'Anmelden',
  lead: 'Für welches Unternehmen arbeiten Sie?',
  label: 'Adresse des Unternehmens',
  help: 'Sie steht in Ihrer Einladung und in jeder E-Mail von uns.',
  submit: 'Weiter',
  empty: 'Geben Sie die Adresse Ihres Unternehmens ein.',
  programs: 'Sie schreiben ein Programm?',
  reference: 'API-Referenz',
  unknown: 'Ein Unternehmen mit dieser Adresse kennen wir nicht.',
}

/** The question which company. */
export const companyTexts: Translations<typeof en> = { en, de }
