import type { Texts } from './texts.ts'

const fields: Record<string, string> = {
  iban: 'Bankverbindung (IBAN)',
  tax_id: 'Steuernummer',
  social_security_number: 'Sozialversicherungsnummer',
}
const named = (names: readonly string[]): string => names.map((name) => fields[name] ?? name).join(', ')

export const de: Texts = {
  locale: 'de-DE',
  invite: ({ name, organization, inviter, until }) => ({
    subject: `Ihre Einladung zu ${organization}`,
    title: `Willkommen bei ${organization}`,
    paragraphs: [
      `Guten Tag ${name},`,
      inviter === null
        ? `${organization} ist für Sie eingerichtet. Über diesen Link legen Sie fest, wie Sie sich anmelden.`
        : `${inviter} lädt Sie zu ${organization} ein. Über diesen Link legen Sie fest, wie Sie sich anmelden.`,
    ],
    linkLabel: 'Einladung annehmen',
    notes: [
      `Der Link gilt einmal, bis zum ${until}. Er ist nur für Sie bestimmt: Bitte geben Sie ihn nicht weiter.`,
      'Wenn Sie diese Einladung nicht erwartet haben, können Sie sie ignorieren. Dann geschieht nichts.',
    ],
    footer: `Sie erhalten diese E-Mail, weil jemand bei ${organization} Ihre Adresse für eine Einladung angegeben hat.`,
  }),
  passwordReset: ({ name, organization, email }) => ({
    subject: `Ein neues Passwort für ${organization}`,
    title: 'Neues Passwort wählen',
    paragraphs: [
      `Guten Tag ${name},`,
      `jemand hat für ${email} bei ${organization} ein neues Passwort angefordert. Wenn Sie das waren, wählen Sie es hier.`,
    ],
    linkLabel: 'Neues Passwort wählen',
    notes: [
      'Der Link gilt einmal und eine Stunde lang. Mit dem neuen Passwort werden alle abgemeldet, die unter Ihrem Namen angemeldet sind.',
      'Wenn Sie es nicht waren, können Sie diese E-Mail ignorieren. Ihr Passwort bleibt, wie es ist.',
    ],
    footer: `Sie erhalten diese E-Mail, weil Sie sich bei ${organization} anmelden können.`,
  }),
  payrollOfYours: ({ name, fields: changed, organization }) => ({
    subject: `Ihre Abrechnungsdaten bei ${organization} wurden geändert`,
    title: 'Ihre Abrechnungsdaten wurden geändert',
    paragraphs: [
      `Guten Tag ${name},`,
      `die Personalabteilung von ${organization} hat diese Angaben geändert:`,
    ],
    list: [named(changed)],
    notes: [
      'Wie sie jetzt lauten, steht in Ihrem Profil; in dieser E-Mail steht es nicht.',
      'Wenn Sie das nicht erwartet haben, fragen Sie noch heute bei der Personalabteilung nach.',
    ],
    footer: `Sie erhalten diese E-Mail immer, wenn jemand anderes Ihre Abrechnungsdaten bei ${organization} ändert.`,
  }),
  payrollOfOthers: ({ organization, people }) => ({
    subject: `Bei ${organization} wurden Abrechnungsdaten geändert`,
    title: 'Abrechnungsdaten wurden geändert',
    paragraphs: [`Diese Personen bei ${organization} haben ihre eigenen Abrechnungsdaten geändert:`],
    list: people.map(({ name, fields: changed }) => `${name}: ${named(changed)}`),
    notes: [
      'Wie sie jetzt lauten, steht in den Profilen; in dieser E-Mail steht es nicht.',
      'Vergewissern Sie sich vor der nächsten Abrechnung auf einem anderen Weg als per E-Mail, dass die Änderung von der Person stammt.',
    ],
    footer: `Sie erhalten diese E-Mail, weil Sie bei ${organization} für Personal zuständig sind.`,
  }),
}
