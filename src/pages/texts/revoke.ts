import type { Translations } from '../language.ts'

const en = {
  title: 'Revoke several at once',
  about:
    'If somebody else had access to your account: a new password ends their sessions, but not the keys and apps that they made.',
  since: 'Made on this day or later',
  help: (today: string) => `Today is ${today}.`,
  wrongDay: 'Enter a day, as 2026-11-20.',
  problem: 'Nothing is revoked.',
  show: 'Show keys and apps',
  none: 'None of your keys and apps was made on that day or later.',
  question: (day: string) =>
    `These were made on ${day} or later. Programs and apps that use them lose access at once. This cannot be undone.`,
  confirm: (count: number) => (count === 1 ? 'Revoke it' : `Revoke all ${count}`),
  another: 'Choose another day',
}

const de: typeof en = {
  title: 'Mehrere auf einmal widerrufen',
  about:
    'Wenn jemand anderes Ihren Zugang benutzt hat: Ein neues Passwort beendet fremde Sitzungen, aber keine Schlüssel und Apps, die dabei entstanden sind.',
  since: 'An diesem Tag oder später entstanden',
  help: (today) => `Heute ist der ${today}.`,
  wrongDay: 'Geben Sie einen Tag ein, wie 2026-11-20.',
  problem: 'Nichts wurde widerrufen.',
  show: 'Schlüssel und Apps zeigen',
  none: 'Keiner Ihrer Schlüssel und keine Ihrer Apps ist an diesem Tag oder später entstanden.',
  question: (day) =>
    `Diese sind am ${day} oder später entstanden. Programme und Apps damit verlieren sofort den Zugriff. Das lässt sich nicht rückgängig machen.`,
  confirm: (count) => (count === 1 ? 'Widerrufen' : `Alle ${count} widerrufen`),
  another: 'Einen anderen Tag wählen',
}

/** To revoke keys and apps made since a day, on the account page. */
export const revokeTexts: Translations<typeof en> = { en, de }
