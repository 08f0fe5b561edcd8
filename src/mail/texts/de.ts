import type { PayrollField } from '../../domain/person-details.ts'
import type { ReminderKind } from '../../domain/reminders.ts'
import type { LoginChanges, Texts } from './type.ts'

const fields: Record<string, string> = {
  iban: 'Bankverbindung (IBAN)',
  tax_id: 'Steuernummer',
  social_security_number: 'Sozialversicherungsnummer',
} satisfies Record<PayrollField, string>
const named = (names: readonly string[]): string => names.map((name) => fields[name] ?? name).join(', ')

const loginChanges: LoginChanges = {
  password_changed: () => 'Das Passwort wurde geändert.',
  password_reset: () => 'Über den Link einer E-Mail wurde ein neues Passwort gewählt.',
  identity_linked: (name) =>
    `Ein Konto bei ${name} wurde verknüpft: Damit kann man sich unter Ihrem Namen anmelden.`,
  identity_unlinked: (name) =>
    `Die Verknüpfung mit dem Konto bei ${name} wurde gelöst: Damit kann man sich nicht mehr unter Ihrem Namen anmelden.`,
  api_key_created: (name) => `Der API-Schlüssel „${name}“ wurde erstellt.`,
  app_connected: (name) => `Die App „${name}“ wurde verbunden.`,
  access_revoked: (since) => `Alle API-Schlüssel und Apps seit dem ${since} wurden widerrufen.`,
}

const reminded: Record<ReminderKind, string> = {
  probation_end: 'Ende der Probezeit',
  contract_end: 'Ende des Vertrags',
  start_soon: 'erster Tag',
  start_today: 'erster Tag',
  anniversary: 'Jubiläum',
}
const waiting = { job_change: 'Änderung der Stelle', termination: 'Ende der Beschäftigung' } as const

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
  emailChange: ({ name, organization, before, after }) => ({
    subject: `E-Mail-Adresse für ${organization} bestätigen`,
    title: 'Mit dieser E-Mail-Adresse anmelden?',
    paragraphs: [
      `Guten Tag ${name},`,
      `bei ${organization} melden Sie sich mit ${before} an. Mit diesem Link und Ihrem Passwort melden Sie sich danach mit ${after} an, und E-Mails von ${organization} kommen hierher.`,
    ],
    linkLabel: 'Diese Adresse verwenden',
    notes: [
      'Der Link gilt einmal und 24 Stunden lang.',
      'Wenn Sie das nicht erwartet haben, können Sie diese E-Mail ignorieren. Dann ändert sich nichts.',
    ],
    footer: `Sie erhalten diese E-Mail, weil diese Adresse für einen Zugang bei ${organization} verwendet werden soll.`,
  }),
  emailChanged: ({ name, organization, before, after }) => ({
    subject: `Ihre E-Mail-Adresse bei ${organization} wurde geändert`,
    title: 'Sie melden sich jetzt mit einer anderen Adresse an',
    paragraphs: [
      `Guten Tag ${name},`,
      `Ihr Zugang bei ${organization} hatte die E-Mail-Adresse ${before}. Jetzt hat er ${after}, und E-Mails von ${organization} gehen dorthin.`,
    ],
    notes: [
      'Wenn Sie das waren, müssen Sie nichts tun.',
      `Wenn nicht, sagen Sie es noch heute einem Inhaber oder Admin von ${organization}: Wer es war, kennt Ihr Passwort. Ihr Zugang lässt sich sperren, bis Sie ihn zurückhaben.`,
    ],
    footer: `Sie erhalten diese E-Mail, weil Sie sich bei ${organization} mit dieser Adresse angemeldet haben.`,
  }),
  loginChanged: ({ name, organization, changes, more }) => ({
    subject: `Ihr Zugang bei ${organization} wurde geändert`,
    title: 'Ihr Zugang wurde geändert',
    paragraphs: [`Guten Tag ${name},`, `an Ihrem Zugang bei ${organization} wurde etwas geändert:`],
    list: [
      ...(more
        ? ['Davor wurde mehr geändert, als hier Platz hat. Was jetzt gilt, sehen Sie in Ihrem Konto.']
        : []),
      ...changes.map(({ change, at, name: what }) => `${at}: ${loginChanges[change](what)}`),
    ],
    linkLabel: 'Ihr Konto ansehen',
    notes: [
      'Wenn Sie das waren, ist nichts weiter zu tun.',
      'Wenn nicht, wählen Sie noch heute ein neues Passwort, womit alle anderen Sitzungen enden, und melden Sie sich bei einem Inhaber oder Admin.',
      'API-Schlüssel und verbundene Apps beendet ein neues Passwort nicht. Ihr Konto zeigt, wann sie entstanden sind, und widerruft auf einmal alle seit einem Tag.',
    ],
    footer: `Sie erhalten diese E-Mail immer, wenn sich ändert, wie man sich bei ${organization} unter Ihrem Namen anmelden oder für Sie handeln kann.`,
  }),
  payrollOfYours: ({ name, fields: changed, organization }) => ({
    subject: `Ihre Abrechnungsdaten bei ${organization} wurden geändert`,
    title: 'Ihre Abrechnungsdaten wurden geändert',
    paragraphs: [`Guten Tag ${name},`, `diese Ihrer Angaben bei ${organization} wurden geändert:`],
    list: [named(changed)],
    notes: [
      'Wie sie jetzt lauten, steht in Ihrem Profil; in dieser E-Mail steht es nicht.',
      'Wenn weder Sie noch die Personalabteilung das waren, melden Sie sich noch heute bei der Personalabteilung: Vielleicht handelt jemand unter Ihrem Namen.',
    ],
    footer: `Sie erhalten diese E-Mail immer, wenn sich Ihre Abrechnungsdaten bei ${organization} ändern.`,
  }),
  payrollOfOthers: ({ organization, people, more }) => ({
    subject: `Bei ${organization} wurden Abrechnungsdaten geändert`,
    title: 'Abrechnungsdaten wurden geändert',
    paragraphs: [`Abrechnungsdaten dieser Personen bei ${organization} wurden geändert:`],
    list: [
      ...people.map(({ name, fields: changed }) => `${name}: ${named(changed)}`),
      ...(more
        ? ['Es waren mehr, als hier Platz haben: Das Protokoll, das Inhaber und Admins sehen, nennt alle.']
        : []),
    ],
    notes: [
      'Wie sie jetzt lauten, steht in den Profilen; in dieser E-Mail steht es nicht.',
      'Wer sie geändert hat, steht im Protokoll. War es nicht die Personalabteilung, so vergewissern Sie sich vor der nächsten Abrechnung auf einem anderen Weg als per E-Mail, dass die Änderung von der Person stammt.',
    ],
    footer: `Sie erhalten diese E-Mail, weil Sie bei ${organization} für Personal zuständig sind.`,
  }),
  documentsAdded: ({ organization, people, more }) => ({
    subject: `Bei ${organization} wurden Dokumente hinzugefügt`,
    title: 'Neue Dokumente',
    paragraphs: [`Diese Personen bei ${organization} haben Dokumente über sich hinzugefügt:`],
    list: [
      ...people.map(({ name, count }) => `${name}: ${count}`),
      ...(more ? ['Es waren mehr, als hier Platz haben: Die App zeigt alle.'] : []),
    ],
    linkLabel: 'Dokumente ansehen',
    notes: ['Wie sie heißen und was darin steht, sehen Sie dort; in dieser E-Mail steht es nicht.'],
    footer: `Sie erhalten diese E-Mail, weil Sie bei ${organization} für Personal zuständig sind.`,
  }),
  reminders: ({ name, organization, days, more }) => ({
    subject: `Anstehende Termine bei ${organization}`,
    title: 'Anstehende Termine',
    paragraphs: [`Guten Tag ${name},`, `bei ${organization} stehen diese Termine an:`],
    list: [
      ...days.map(({ name: who, kind, day, years, self }) =>
        self
          ? `${day}: ${years === null ? 'Ihr erster Tag. Willkommen!' : `Sie sind seit ${years} ${years === 1 ? 'Jahr' : 'Jahren'} hier.`}`
          : `${day}: ${who}, ${reminded[kind]}${years === null ? '' : ` (${years} ${years === 1 ? 'Jahr' : 'Jahre'})`}`,
      ),
      ...(more ? ['Es waren mehr, als hier Platz haben: Die App zeigt alle.'] : []),
    ],
    linkLabel: 'App öffnen',
    notes: [],
    footer: `Sie erhalten diese E-Mail, weil die Verwaltung von ${organization} Termine per E-Mail meldet. In den Einstellungen lässt sich das ausschalten.`,
  }),
  approvalRequest: ({ name, organization, proposer, about }) => ({
    subject: `Bei ${organization} wartet ein Antrag auf Sie`,
    title: 'Ein Antrag wartet auf Sie',
    paragraphs: [
      `Guten Tag ${name},`,
      about === null
        ? `${proposer} bittet bei ${organization} um Ihre Freigabe.`
        : `${proposer} bittet bei ${organization} um Ihre Freigabe: ${waiting[about.kind]} von ${about.name}.`,
    ],
    linkLabel: 'Antrag ansehen',
    notes: ['Was sich ändern würde, steht dort; in dieser E-Mail steht es nicht.'],
    footer: `Sie erhalten diese E-Mail, weil die Verwaltung von ${organization} Anträge per E-Mail meldet. In den Einstellungen lässt sich das ausschalten.`,
  }),
  mailLimit: ({ name, organization }) => ({
    subject: `Für ${organization} gehen diesen Monat keine E-Mails mehr hinaus`,
    title: 'Die E-Mails dieses Monats sind verbraucht',
    paragraphs: [
      `Guten Tag ${name},`,
      `alle E-Mails über Erinnerungen, Anträge und Dokumente, die ${organization} in diesem Monat senden darf, sind gesendet. Bis zum nächsten Monat zeigt sie allein die App.`,
    ],
    linkLabel: 'Einstellungen ansehen',
    notes: [
      'In den Einstellungen können Sie mehr erlauben, für 0,10 Euro je hundert. Einladungen und E-Mails zu Anmeldung und Sicherheit gehen weiter hinaus.',
    ],
    footer: `Sie erhalten diese E-Mail, weil Sie ${organization} verwalten.`,
  }),
  organizationStatus: ({ name, organization, status, reason, deleteOn }) => {
    const why = { unpaid: 'Eine Rechnung ist offen.', details_missing: 'Angaben des Unternehmens fehlen.' }
    const because = reason ? `${why[reason]} ` : ''
    const footer = `Sie erhalten diese E-Mail, weil Sie ${organization} verwalten.`
    if (status === 'active')
      return {
        subject: `${organization} ist wieder offen`,
        title: `${organization} ist wieder offen`,
        paragraphs: [
          `Guten Tag ${name},`,
          `alle können sich wieder bei ${organization} anmelden und weiterarbeiten.`,
        ],
        linkLabel: 'Anmelden',
        notes: [],
        footer,
      }
    const word = status === 'closed' ? 'geschlossen' : 'pausiert'
    return {
      subject:
        status === 'closed'
          ? `${organization} ist geschlossen, und die Daten werden am ${deleteOn} gelöscht`
          : `${organization} ist pausiert`,
      title: `${organization} ist ${word}`,
      paragraphs: [
        `Guten Tag ${name},`,
        `${because}Bei ${organization} kann sich nur noch anmelden, wer das Unternehmen verwaltet.`,
        ...(status === 'closed'
          ? [
              `Alle Daten werden am ${deleteOn} gelöscht, wenn das bis dahin nicht geklärt ist. Danach gibt es keinen Weg zurück.`,
            ]
          : []),
      ],
      linkLabel: 'Anmelden',
      notes: ['Alle Personen und die Daten jeder Person lassen sich weiter exportieren.'],
      footer,
    }
  },
  webhookFailing: ({ name, organization, host, since }) => ({
    subject: `Ein Webhook-Endpunkt von ${organization} wurde ausgeschaltet`,
    title: 'Ein Webhook-Endpunkt wurde ausgeschaltet',
    paragraphs: [
      `Guten Tag ${name},`,
      `seit dem ${since} ist keine Zustellung eines Ereignisses von ${organization} an ${host} gelungen. Deshalb senden wir dorthin keine mehr.`,
    ],
    linkLabel: 'Endpunkt ansehen',
    notes: [
      'Die Zustellungen zeigen, woran es lag. Wenn der Empfänger wieder arbeitet, schalten Sie den Endpunkt ein, und lassen Sie erneut senden, was gescheitert ist.',
      'Im Feed der Ereignisse steht alles, was in den letzten 30 Tagen geschehen ist.',
    ],
    footer: `Sie erhalten diese E-Mail, weil Sie bei ${organization} die Rolle Inhaber haben.`,
  }),
}
