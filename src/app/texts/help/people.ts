import type { Help } from './words.ts'

/** Help of the fields of forms about a person. */
export const helpOfPeople: Help = {
  '1 is full time. The full-time equivalent: 0.5 is half of it; at most three decimals.': [
    '1 ist Vollzeit, 0,5 die Hälfte davon.',
    '1 is full time, 0.5 is half of it.',
  ],
  'A contract for a fixed term ends on a day agreed before; one for the time being, with the need for it.': [
    'Ein befristeter Vertrag endet an einem vereinbarten Tag, ein vorübergehender mit dem Bedarf.',
  ],
  'A private detail, for the person and HR.': [
    'Eine private Angabe, für die Person und die Personalabteilung.',
  ],
  'A row of a job history, as people.timeline answered it.': ['', ''],
  'As on papers; "-" for one name only.': ['Wie im Ausweis. Ein Strich „-“, wenn es nur einen Namen gibt.'],
  'As on the papers of their country. Payroll tier.': [
    'Wie in den amtlichen Unterlagen. Nur für die Gehaltsabrechnung.',
    'As on the official papers. Only for payroll.',
  ],
  'As the post writes it.': ['Wie die Post sie schreibt.'],
  'As they put it themselves.': ['Mit ihren eigenen Worten.'],
  'Calendar days.': ['Kalendertage.'],
  'E.164.': [
    'Mit der Vorwahl des Landes, zum Beispiel +49 30 901820.',
    'With the code of the country, such as +49 30 901820.',
  ],
  'First and middle names, as on papers.': ['Alle Vornamen, wie im Ausweis.'],
  'First row: title, given_name, family_name, employee_number, work_email, preferred_name, work_phone, team, manager_email (`none`: nobody), location, start_date (YYYY-MM-DD), employment_type, fte, contract_type, contract_end_date, probation_end_date, weekly_hours, notice_period_days, legal_entity, keys of custom fields. Required: given_name, family_name, work_email, title. `,` or `;` between values. Left out, start_date of somebody new is today; an unknown `team` is made. At most 250 people; an empty cell is a value left out. At most 1 MiB.':
    [
      'Erste Zeile: title, given_name, family_name, employee_number, work_email, preferred_name, work_phone, team, manager_email (none: niemand), location, start_date (JJJJ-MM-TT), employment_type, fte, contract_type, contract_end_date, probation_end_date, weekly_hours, notice_period_days, legal_entity, Schlüssel eigener Felder. Nötig: given_name, family_name, work_email, title. Dazwischen Komma oder Semikolon. Ohne start_date beginnt jemand Neues heute; ein unbekanntes Team wird angelegt. Höchstens 250 Personen und 1 MB; eine leere Zelle ändert nichts.',
    ],
  'Floor, building or care of.': ['Etage, Gebäude oder „bei“.'],
  'How someone is employed; their hours are told by `fte` and `weekly_hours`.': [
    'Die Art der Beschäftigung; wie viel jemand arbeitet, sagen der Anteil an Vollzeit und die Wochenstunden.',
    'How someone is employed; their hours have fields of their own.',
  ],
  'How to reach a person privately.': ['Außerhalb der Arbeit.', 'Outside work.'],
  'How it ends, for statistics. Left out: as it was; null: not said.': [
    'Wie die Beschäftigung endet, für die Statistik. Ohne Angabe bleibt es, wie es war.',
    'How it ends, for statistics. Left out, it stays as it was.',
  ],
  "In the company's words; the person can read it in their job history. Left out: as it was; null: none.": [
    'In den Worten des Unternehmens. Die Person kann es in ihrem Werdegang lesen. Ohne Angabe bleibt es, wie es war.',
    "In the company's words. The person can read it in their job history. Left out, it stays as it was.",
  ],
  'In the order to call them. Replaces all of them; what is left out becomes null.': [
    'In der Reihenfolge, in der sie angerufen werden.',
    'In the order to call them.',
  ],
  'ISO 3166-1 alpha-2.': ['', ''],
  'Left out: the lead of a unit they join, else unchanged; null: nobody.': [
    'Ohne Angabe: wer die neue Einheit leitet; sonst bleibt es, wie es ist.',
    'Left out: the lead of a unit they join; else it stays.',
  ],
  'Private, not the one from work.': ['Die private, nicht die dienstliche.'],
  'State, province or county.': ['Bundesland, Provinz oder Kreis.'],
  'Street and number.': ['Straße und Nummer.'],
  'Such as 37.5, with at most two decimals.': ['Zum Beispiel 37,5.', 'Such as 37.5.'],
  'The account that pay goes to; spaces are removed. Payroll tier.': [
    'Das Bankkonto, auf das das Gehalt geht.',
    'The account that pay goes to.',
  ],
  "The company's own, unique.": [
    'Die eigene Nummer des Unternehmens. Keine zwei Personen haben dieselbe.',
    "The company's own. No two people have the same.",
  ],
  'The first day of the new employment.': ['Der erste Tag der neuen Beschäftigung.'],
  'The first day of the other terms.': [
    'Der erste Tag, an dem das Neue gilt.',
    'The first day on which this applies.',
  ],
  'The first day of the row.': ['Der erste Tag des Eintrags.'],
  'The first day.': ['', ''],
  'The last day of probation.': ['', ''],
  'The last day of work, included; null takes back a last day that was set.': [
    'Der letzte Tag der Beschäftigung. Ohne Wert wird ein letzter Tag zurückgenommen.',
    'The last day of work. Without a value, a last day that was set is taken back.',
  ],
  'The last day that the contract covers.': ['Der letzte Tag des Vertrags.'],
  'The only active one when left out. If there are several, the job has none, and a warning says so.': [
    'Ohne Angabe die einzige, die es gibt; gibt es mehrere, dann keine.',
    'Left out: the only one there is; of several, none.',
  ],
  "The tax office's number for this person. Payroll tier.": [
    'Die Nummer des Finanzamts. Nur für die Gehaltsabrechnung.',
    'The number of the tax office. Only for payroll.',
  ],
  'The town they live in.': ['Der Wohnort.', 'Of the home address.'],
  "The unit's lead when left out; null for nobody.": [
    'Ohne Angabe, wer die Einheit leitet.',
    'Left out: the lead of the unit.',
  ],
  'To the person, such as partner.': ['Zum Beispiel Partner.', 'Such as partner.'],
  'Unique whatever the case and the spelling of its domain.': [
    'Keine zwei Personen haben dieselbe.',
    'No two people have the same.',
  ],
  'Values of custom fields by key, from org/fields.list.': ['', ''],
  'What the history calls it.': ['So steht es im Werdegang.'],
  'What they are called instead of the given name.': [
    'Ersetzt im Alltag den Vornamen.',
    'Used instead of the given name.',
  ],
  'What they do, in words: Head of Research, for example.': [
    'Was die Person tut, in Worten: Leiterin Forschung zum Beispiel.',
  ],
  'An e-mail address of the contact, such as a private one.': [
    'Eine E-Mail-Adresse des Kontakts, etwa eine private.',
  ],
  'Where they live. Replaces the whole address; what is left out becomes null.': [
    'Die Wohnanschrift.',
    'The home address.',
  ],
  'Whom they report to; null for nobody.': ['', ''],
  'Whom to ask for.': ['Nach wem zu fragen ist.'],
}
