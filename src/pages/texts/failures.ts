import type { Translations } from '../language.ts'

const en = {
  notFound: {
    title: 'This page does not exist',
    text: 'Check the address, or ask whoever gave you the link for a new one.',
  },
  noFile: {
    title: 'This link has ended',
    text: 'A link to a file is good for five minutes. Go back and download the file again. If that does not help, the file is missing: tell whoever runs this server.',
  },
  notOurForm: {
    title: 'That form came from somewhere else',
    text: 'To keep your account safe, we only take forms from our own pages. Open the page again and send it from there.',
  },
  forbidden: {
    title: 'You may not do this',
    text: 'Your role does not allow it, or your company is paused. Ask an owner or admin.',
  },
  tooMany: (wait: string) => ({
    title: 'Too many attempts',
    text: `For safety we take no more attempts from here at the moment. Try again in ${wait}.`,
  }),
  unavailable: (wait: string) => ({
    title: 'We are busy right now',
    text: `Nothing is lost. Load this page again in ${wait}.`,
  }),
  internal: {
    title: 'Something went wrong',
    text: 'The mistake is ours. Try again; if it happens again, tell your administrator the number below.',
  },
  unreadable: {
    title: 'We could not read that form',
    text: 'Go back, load the page again and send it once more.',
  },
  toStart: 'Go to sign-in',
  toCompany: (name: string) => `Go to ${name}`,
  reference: 'Reference',
}

const de: typeof en = {
  notFound: {
    title: 'Diese Seite gibt es nicht',
    text: 'Prüfen Sie die Adresse, oder bitten Sie um einen neuen Link.',
  },
  noFile: {
    title: 'Dieser Link gilt nicht mehr',
    text: 'Ein Link zu einer Datei gilt fünf Minuten. Gehen Sie zurück und laden Sie die Datei noch einmal herunter. Hilft das nicht, fehlt die Datei: Sagen Sie es denen, die diesen Server betreiben.',
  },
  notOurForm: {
    title: 'Das Formular kam von einer anderen Seite',
    text: 'Zum Schutz Ihres Zugangs nehmen wir nur Formulare unserer eigenen Seiten an. Öffnen Sie die Seite noch einmal und senden Sie es von dort.',
  },
  forbidden: {
    title: 'Das dürfen Sie nicht',
    text: 'Ihre Rolle erlaubt es nicht, oder Ihr Unternehmen ist angehalten. Fragen Sie einen Inhaber oder Admin.',
  },
  tooMany: (wait) => ({
    title: 'Zu viele Versuche',
    text: `Zur Sicherheit nehmen wir von hier im Moment keine weiteren Versuche an. Versuchen Sie es in ${wait} noch einmal.`,
  }),
  unavailable: (wait) => ({
    title: 'Gerade ist sehr viel los',
    text: `Es ging nichts verloren. Laden Sie diese Seite in ${wait} noch einmal.`,
  }),
  internal: {
    title: 'Etwas ist schiefgegangen',
    text: 'Der Fehler liegt bei uns. Versuchen Sie es noch einmal; passiert es wieder, nennen Sie einem Admin die Nummer unten.',
  },
  unreadable: {
    title: 'Das Formular war nicht lesbar',
    text: 'Gehen Sie zurück, laden Sie die Seite neu und senden Sie es noch einmal.',
  },
  toStart: 'Zur Anmeldung',
  toCompany: (name) => `Zu ${name}`,
  reference: 'Kennung',
}

/** Texts of error pages. */
export const failures: Translations<typeof en> = { en, de }
