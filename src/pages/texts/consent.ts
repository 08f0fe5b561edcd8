import type { Translations } from '../language.ts'

const en = {
  title: (app: string) => `Connect ${app}?`,
  lead: (app: string, company: string) => `${app} asks to work in ${company} in your name.`,
  signedIn: (name: string, email: string) => `You are signed in as ${name} (${email}).`,
  other: 'Use another company',
  facts: 'What is known about this app',
  published: 'Published by',
  nobody: 'nobody: it registered itself',
  goesTo: 'Afterwards you go to',
  local: 'a program on your computer',
  scheme: (scheme: string) => `an app on your device, for addresses that begin with ${scheme}:`,
  warnUnpublished: (app: string) => `Anybody can call an app “${app}”.`,
  warnLocal: 'What you agree to goes to a program on your own device.',
  warn: 'Connect it only if you have just started this yourself.',
  question: 'What may it use?',
  audiences: {
    me: {
      label: 'My own workspace',
      help: 'It sees what every employee may see, and your own details, pay and documents. It changes only what you may yourself: your details, documents and tasks, your keys and apps. If people report to you, it can propose changes of their jobs and the end of their employment.',
    },
    manage: {
      label: 'Company administration',
      help: 'It reads and changes what your role may: people, jobs, teams, documents, members and their roles, and settings. Private details and pay of others stay hidden from it; your own do not.',
    },
  },
  ends: 'It stays connected until you disconnect it, or nobody has used it for 30 days.',
  approve: 'Connect',
  deny: 'Do not connect',
  back: 'Back to the app',
  nothing: 'Your login cannot give this app what it asks for. Ask an owner or admin for access.',
  paused: (company: string, status: string, reason: string | null) =>
    `${company} is ${status === 'closed' ? 'closed' : 'paused'} because ${
      reason === 'unpaid' ? 'invoices are unpaid' : 'billing details are missing'
    }. Apps can be connected again when that is settled.`,
  endedTitle: 'This request has ended',
  ended: 'Requests to connect an app end after an hour, and when they were answered. Start again in the app.',
  refusedTitle: 'The app cannot be connected',
  refused:
    'What the app asked for is not right, so nothing was connected. Whoever makes it needs to know this:',
  forgotten:
    'We do not know this app, or no longer: one that has registered itself is forgotten after a day in which nobody connected it. Remove this service in the app and add it again. If that does not help, whoever makes the app needs to know this:',
}

const de: typeof en = {
  title: (app) => `${app} verbinden?`,
  lead: (app, company) => `${app} möchte bei ${company} in Ihrem Namen arbeiten.`,
  signedIn: (name, email) => `Sie sind angemeldet als ${name} (${email}).`,
  other: 'Ein anderes Unternehmen wählen',
  facts: 'Was über diese App bekannt ist',
  published: 'Veröffentlicht von',
  nobody: 'niemandem: die App hat sich selbst registriert',
  goesTo: 'Danach gelangen Sie zu',
  local: 'einem Programm auf Ihrem Computer',
  scheme: (scheme) => `einer App auf Ihrem Gerät, für Adressen, die mit ${scheme}: beginnen`,
  warnUnpublished: (app) => `Jeder kann eine App „${app}“ nennen.`,
  warnLocal: 'Was Sie erlauben, geht an ein Programm auf Ihrem eigenen Gerät.',
  warn: 'Verbinden Sie sie nur, wenn Sie das gerade selbst begonnen haben.',
  question: 'Was darf sie nutzen?',
  audiences: {
    me: {
      label: 'Mein eigener Bereich',
      help: 'Sie sieht, was alle Beschäftigten sehen dürfen, und Ihre eigenen Angaben, Ihr Gehalt und Ihre Dokumente. Ändern kann sie nur, was Sie selbst dürfen: Ihre Angaben, Dokumente und Aufgaben, Ihre Schlüssel und Apps. Führen Sie andere, kann sie Änderungen an deren Stellen und das Ende ihrer Beschäftigung beantragen.',
    },
    manage: {
      label: 'Verwaltung des Unternehmens',
      help: 'Sie liest und ändert, was Ihre Rolle darf: Personen, Stellen, Teams, Dokumente, Mitglieder mit ihren Rollen und Einstellungen. Private Angaben und Gehälter anderer bleiben ihr verborgen, Ihre eigenen nicht.',
    },
  },
  ends: 'Sie bleibt verbunden, bis Sie sie trennen oder 30 Tage lang niemand sie genutzt hat.',
  approve: 'Verbinden',
  deny: 'Nicht verbinden',
  back: 'Zurück zur App',
  nothing:
    'Ihr Zugang kann dieser App nicht geben, was sie verlangt. Bitten Sie einen Inhaber oder Admin, das zu ändern.',
  paused: (company, status, reason) =>
    `${company} ist ${status === 'closed' ? 'geschlossen' : 'angehalten'}, weil ${
      reason === 'unpaid' ? 'Rechnungen offen sind' : 'Rechnungsangaben fehlen'
    }. Apps lassen sich wieder verbinden, sobald das geklärt ist.`,
  endedTitle: 'Diese Anfrage ist beendet',
  ended:
    'Anfragen, eine App zu verbinden, enden nach einer Stunde und sobald sie beantwortet sind. Beginnen Sie in der App von vorn.',
  refusedTitle: 'Die App lässt sich nicht verbinden',
  refused:
    'Die Anfrage der App stimmt nicht, deshalb wurde nichts verbunden. Wer die App herstellt, braucht diese Angabe:',
  forgotten:
    'Wir kennen diese App nicht oder nicht mehr: Eine App, die sich selbst registriert hat und die einen Tag lang niemand verbindet, wird vergessen. Entfernen Sie diesen Dienst in der App, und fügen Sie ihn wieder hinzu. Hilft das nicht, braucht diese Angabe, wer die App herstellt:',
}

export type ConsentTexts = typeof en

/** The page on which a member connects an app, or does not. */
export const consentTexts: Translations<ConsentTexts> = { en, de }
