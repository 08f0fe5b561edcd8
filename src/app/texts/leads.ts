import type { ActionId } from '../../generated/actions.ts'
import type { Text } from '../../texts/language.ts'

/** A sentence below the title of a form, where it tells what the title and the fields do not. */
export const leads: { readonly [K in ActionId]?: Text } = {
  org_approvals_approve: {
    en: 'With the last approval the change is made.',
    de: 'Mit der letzten Freigabe wird die Änderung gemacht.',
  },
  org_approvals_reject: {
    en: 'Nothing changes, and the request is closed.',
    de: 'Nichts ändert sich, und der Antrag wird geschlossen.',
  },
  org_approvals_withdraw: {
    en: 'Nothing changes, and the request is closed.',
    de: 'Nichts ändert sich, und der Antrag wird geschlossen.',
  },
  org_approvals_settings_update: {
    en: 'Who must agree to changes of jobs and pay, and to the end of employments.',
    de: 'Wer zustimmen muss, wenn sich Stellen oder Gehälter ändern oder Beschäftigungen enden.',
  },
  org_fields_create: {
    en: 'A field for all people. At most 30 are active. Its kind never changes.',
    de: 'Ein Feld für alle Personen. Höchstens 30 sind aktiv. Die Art ändert sich nie.',
  },
  org_invites_create: {
    en: 'A link by which the person gets a login. It is mailed to them and works once, for 14 days.',
    de: 'Ein Link, mit dem die Person einen Zugang bekommt. Sie erhält ihn per E-Mail; er gilt einmal, 14 Tage lang.',
  },
  org_invites_revoke: { en: 'Its link stops working at once.', de: 'Der Link gilt ab sofort nicht mehr.' },
  org_legal_entities_archive: {
    en: 'It is out of use for good: it employs nobody new, and its name stays taken.',
    de: 'Sie wird nie mehr benutzt: Sie stellt niemanden mehr ein, und ihr Name bleibt vergeben.',
  },
  org_locations_archive: {
    en: 'It is out of use for good: nobody new comes here, and its name stays taken.',
    de: 'Er wird nie mehr benutzt: Niemand kommt neu dazu, und sein Name bleibt vergeben.',
  },
  org_me_export_data: {
    en: 'What is kept about you, as far as you may see it. For what only HR sees, for corrections, or to have your data erased, ask HR.',
    de: 'Was über Sie gespeichert ist, soweit Sie es sehen dürfen. Was nur die Personalabteilung sieht, Korrekturen und eine Löschung erbitten Sie dort.',
  },
  org_pay_add: {
    en: 'Gross pay from a day on, until the day before the next change.',
    de: 'Das Bruttogehalt ab einem Tag, bis zum Tag vor der nächsten Änderung.',
  },
  org_pay_remove: {
    en: 'For good. What was paid before it then applies until the next change.',
    de: 'Für immer. Was davor galt, gilt dann bis zur nächsten Änderung.',
  },
  org_people_change_job: {
    en: 'A promotion, a transfer, another manager or other hours, from a day on.',
    de: 'Eine Beförderung, eine Versetzung, eine andere Führungskraft oder andere Stunden, ab einem Tag.',
  },
  org_people_correct_job: {
    en: 'For what was wrong from the first day of this row. For what changes on a day, change the job.',
    de: 'Für das, was vom ersten Tag dieses Eintrags an falsch war. Was sich an einem Tag ändert, ist eine Änderung der Stelle.',
  },
  org_people_erase: {
    en: 'For good, once the last day is over. What goes and what stays is shown before anything happens.',
    de: 'Für immer, sobald der letzte Tag vorbei ist. Was verschwindet und was bleibt, sehen Sie, bevor etwas geschieht.',
  },
  org_people_export_csv: {
    en: 'Everybody of a day, with the job and the fields of the company, never with pay. The log records each export.',
    de: 'Alle eines Tages, mit der Stelle und den Feldern des Unternehmens, nie mit Gehältern. Das Protokoll hält jeden Export fest.',
  },
  org_people_export_data: {
    en: 'All that is kept about this person, for when they ask for it. Links to files open for 5 minutes. The log records each export.',
    de: 'Alles, was über diese Person gespeichert ist, wenn sie danach fragt. Links zu Dateien gelten 5 Minuten. Das Protokoll hält jeden Export fest.',
  },
  org_people_rehire: {
    en: 'History and work e-mail stay. The job is given in full; nothing is taken over from the one before.',
    de: 'Werdegang und dienstliche E-Mail bleiben. Die Stelle wird ganz neu angegeben; von der früheren gilt nichts weiter.',
  },
  org_people_remove_job: {
    en: 'What was before goes on. The first row of a scheduled rehire takes back the whole rehire.',
    de: 'Was davor galt, gilt weiter. Der erste Eintrag einer geplanten Wiedereinstellung nimmt sie ganz zurück.',
  },
  org_people_terminate: {
    en: 'The person keeps their login until the end of the last day.',
    de: 'Die Person behält ihren Zugang bis zum Ende des letzten Tages.',
  },
  org_setup_init: {
    en: 'Makes what is missing of the basics: a legal entity, a head office, the company as the first unit, and you as a person. Nothing is made twice.',
    de: 'Legt an, was noch fehlt: eine Gesellschaft, einen Hauptsitz, das Unternehmen als erste Einheit und Sie als Person. Nichts entsteht zweimal.',
  },
  org_units_archive: {
    en: 'It is out of use for good. People who are in it stay; units below it must be moved or archived first.',
    de: 'Sie wird nie mehr benutzt. Wer darin ist, bleibt; Einheiten darunter müssen vorher verschoben oder archiviert werden.',
  },
  org_units_set_head: {
    en: 'From now on. The managers of people who are here stay as they are.',
    de: 'Ab sofort. Die Führungskräfte aller, die da sind, bleiben.',
  },
  platform_access_revoke: {
    en: 'For good, of all your own keys and apps that were made on that day or later. Your password and sessions stay.',
    de: 'Für immer, alle eigenen Schlüssel und Apps seit diesem Tag. Passwort und Sitzungen bleiben.',
  },
  platform_api_keys_create: {
    en: 'A program with this key may do what you may do. Its secret is shown once.',
    de: 'Ein Programm mit diesem Schlüssel darf, was Sie dürfen. Sein Geheimnis ist nur einmal zu sehen.',
  },
  platform_api_keys_revoke: {
    en: 'At once and for good. Whatever uses it loses access.',
    de: 'Sofort und für immer. Was ihn benutzt, verliert den Zugriff.',
  },
  platform_connections_revoke: {
    en: 'It stops working at once, and must ask you again.',
    de: 'Sie hört sofort auf zu arbeiten und muss Sie neu fragen.',
  },
  platform_language_set: {
    en: 'Pages are in English and in German: with another language they are in English. Without a value the company’s follow each browser, and your own follow the company’s.',
    de: 'Die Seiten gibt es auf Englisch und Deutsch: Mit einer anderen Sprache sind sie englisch. Ohne Wert richten sich die des Unternehmens nach dem Browser, und die eigenen nach denen des Unternehmens.',
  },
  platform_members_disable: {
    en: 'Sessions end, and keys and apps are refused, at once. You can let the member in again.',
    de: 'Sitzungen enden sofort, und Schlüssel und Apps werden abgelehnt. Sie können das Mitglied wieder entsperren.',
  },
  platform_members_enable: {
    en: 'With the role they had. They sign in again.',
    de: 'Mit der bisherigen Rolle. Das Mitglied meldet sich neu an.',
  },
  platform_members_link_person: {
    en: 'A member whose login belongs to a person has a workspace of their own. A person has one login at most.',
    de: 'Ein Mitglied, dessen Zugang zu einer Person gehört, hat einen eigenen Bereich. Eine Person hat höchstens einen Zugang.',
  },
  platform_members_set_role: {
    en: 'From the next click of the member on.',
    de: 'Ab dem nächsten Klick des Mitglieds.',
  },
  webhooks_deliveries_resend: {
    en: 'What is still to be tried is not sent again.',
    de: 'Was noch versucht wird, wird nicht erneut gesendet.',
  },
  webhooks_endpoints_create: {
    en: 'Its secret, which proves that a message is from here, is shown once, after this.',
    de: 'Sein Geheimnis, das beweist, dass eine Nachricht von hier ist, wird danach einmal angezeigt.',
  },
  webhooks_endpoints_delete: {
    en: 'It is gone for good, with its secret and its deliveries. Nothing more is sent to it.',
    de: 'Er ist endgültig weg, mit Geheimnis und Zustellungen. Es wird nichts mehr dorthin gesendet.',
  },
  webhooks_endpoints_roll_secret: {
    en: 'The new secret is shown once, after this. For 24 hours the one before signs as well.',
    de: 'Das neue Geheimnis wird danach einmal angezeigt. Mit dem bisherigen wird noch 24 Stunden lang ebenfalls signiert.',
  },
  webhooks_endpoints_test: {
    en: 'One signed event that says it is a test, also to an endpoint that is off.',
    de: 'Ein signiertes Ereignis, das sich als Test ausweist, auch an einen ausgeschalteten Endpunkt.',
  },
}
