/** Names of the properties of notifications and reminders: English, German. */
export const notificationFields: Readonly<Record<string, readonly [en: string, de: string]>> = {
  anniversary: ['Anniversary', 'Jubiläum'],
  contract_end: ['End of a contract', 'Ende eines Vertrags'],
  days: ['Days', 'Tage'],
  days_before: ['Days before', 'Tage vorher'],
  approval_request: ['Requests', 'Anträge'],
  document_uploaded: ['Documents', 'Dokumente'],
  extra_limit: ['More mails, at most', 'Mehr E-Mails, höchstens'],
  ids: ['Notifications', 'Mitteilungen'],
  probation_end: ['End of a probation', 'Ende einer Probezeit'],
  reminders: ['Days that come', 'Anstehende Termine'],
  start_soon: ['First day soon', 'Bald erster Tag'],
  start_today: ['First day', 'Erster Tag'],
  unread_only: ['Unread ones', 'Ungelesene'],
}
