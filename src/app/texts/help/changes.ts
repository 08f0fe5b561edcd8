import type { Help } from './words.ts'

/** Help of the fields of all other forms. */
export const helpOfChanges: Help = {
  '1 is full time. At most three decimals.': [
    '1 ist Vollzeit, 0,5 die Hälfte davon.',
    '1 is full time, 0.5 is half of it.',
  ],
  'A row of a pay history, as org/pay.list answered it.': ['', ''],
  'All of a select, in the order to show them.': [
    'Alle Optionen, in der Reihenfolge, in der sie gezeigt werden.',
    'All values to choose from, in the order in which they are shown.',
  ],
  "Also revokes the API keys and connected apps made on this day or later, in the organization's time zone.":
    ['Widerruft auch die API-Schlüssel und verbundenen Apps, die seit diesem Tag dazukamen.'],
  'As registered. Unique; case and the number of spaces make no difference.': [
    'Wie eingetragen. Keine zwei haben denselben Namen.',
    'As registered. No two have the same name.',
  ],
  'As true: all sessions but this one.': ['Alle Sitzungen außer dieser.', 'All sessions but this one.'],
  'At least 10 characters. None that very many people have, and not the own name, e-mail or organization.': [
    'Mindestens 10 Zeichen. Keines, das sehr viele haben, und nicht der eigene Name, die E-Mail oder das Unternehmen.',
  ],
  'Case and the number of spaces make no difference.': [
    'Groß- und Kleinschreibung machen keinen Unterschied.',
    'Capitals make no difference.',
  ],
  'Divisions, departments and teams.': ['Bereiche, Abteilungen und Teams.'],
  'False brings it back.': ['„Nein“ holt es zurück.', '“No” brings it back.'],
  'For everybody who sees the request.': ['Für alle, die den Antrag sehen.'],
  'Gross, with at most two decimals.': ['Brutto.', 'Gross.'],
  'How large a part it is; any kind may be below any other.': [
    'Wie groß sie ist. Jede Art darf unter jeder anderen stehen.',
  ],
  'IANA name, such as Europe/Berlin.': ['Zum Beispiel Europe/Berlin.', 'Such as Europe/Berlin.'],
  "IANA name; null for the organization's.": [
    'Ohne Wert gilt die des Unternehmens.',
    'Without a value, that of the company.',
  ],
  'In the commercial register.': ['Im Handelsregister.'],
  'ISO 4217.': ['', ''],
  'Its name, here or in the company.': ['Der Name, hier oder im Unternehmen.'],
  'Left out for most remote locations.': [
    'Bei „Ortsunabhängig“ meist leer.',
    'Left empty for most remote locations.',
  ],
  'Made of the label when left out.': ['Wird aus der Bezeichnung gemacht, wenn er fehlt.'],
  'Matched by name.': ['Erkannt am Namen.'],
  'Matched by work_email.': ['Erkannt an der dienstlichen E-Mail.', 'Matched by the work e-mail.'],
  "Megabytes; null for the company's limit.": [
    'In Megabyte. Ohne Wert gilt die Grenze des Unternehmens.',
    'In megabytes. Without a value, the limit of the company.',
  ],
  'New and known people.': ['Neue und bekannte Personen.'],
  'Null clears.': ['', ''],
  'Null for nobody. Else a work e-mail, here or in the company.': [
    'Eine dienstliche E-Mail, hier oder im Unternehmen.',
    'A work e-mail, here or in the company.',
  ],
  'Null for none.': ['', ''],
  'Of a select, in the order to show them.': [
    'Die Optionen, in der Reihenfolge, in der sie gezeigt werden.',
    'The values to choose from, in the order in which they are shown.',
  ],
  'Offices and other places.': ['Büros und andere Orte.'],
  'PDF; PNG, JPEG, WebP and HEIC images; DOCX, XLSX, ODT and ODS.': [
    'PDF; Bilder als PNG, JPEG, WebP und HEIC; DOCX, XLSX, ODT und ODS.',
  ],
  'People come to an `office`; `remote` is for those who work from wherever they are.': [
    'In ein Büro kommt man; „Ortsunabhängig“ ist für alle, die von anderswo arbeiten.',
    'People come to an office; remote is for those who work from wherever they are.',
  ],
  'People may add it themselves.': ['Personen dürfen die Datei selbst hinzufügen.'],
  'Place among the active fields, from 0.': ['Der Platz unter den aktiven Feldern, ab 0.'],
  'Show the values that people have to all who may see the wider tier.': [
    'Zeigt die Werte, die es schon gibt, allen, die das Feld dann sehen.',
  ],
  'Street and postal code. Replaces the whole address; what is left out becomes null.': [
    'Straße und Postleitzahl.',
    'Street and postal code.',
  ],
  "The accent colours of the company's pages, `emerald` to begin with.": [
    'Die Farben der Seiten.',
    'The colours of the pages.',
  ],
  'The caller\'s job title, used only when their person record is made. When left out: Founder for the first person of a company, else "-", and a warning says so.':
    [
      'Was Sie im Unternehmen tun, zum Beispiel Geschäftsführerin.',
      'What you do in the company, such as Managing director.',
    ],
  "The company's own, unique; within a call they may change hands.": [
    'Die eigene Nummer des Unternehmens. Keine zwei Personen haben dieselbe.',
    "The company's own. No two people have the same.",
  ],
  "The company's, for its taxes.": ['Die des Unternehmens, für seine Steuern.'],
  'The first day of this pay; it may lie ahead.': ['Der erste Tag, an dem es gilt; auch ein späterer.'],
  "The first day, in the organization's time zone.": ['Der erste Tag, in der Zeitzone des Unternehmens.'],
  'The name of one in the company.': ['Der Name einer Gesellschaft des Unternehmens.'],
  'The new address. No other login of the organization has it, whatever the case of its letters.': [
    'Die neue Adresse. Kein anderer Zugang des Unternehmens hat sie.',
    'The new address. No other login of the company has it.',
  ],
  'The new team lead; null removes the lead.': ['Wer sie künftig leitet.', 'Who leads it from now on.'],
  'The one until now.': ['Das aktuelle.'],
  'The registered address. Replaces the whole address; what is left out becomes null.': [
    'Die eingetragene Anschrift.',
    'The registered address.',
  ],
  'The session to end. Give this, or others.': ['Die Sitzung, die enden soll.', 'The session to end.'],
  'The sidebar. `ink` is dark, `light` is tinted with the palette.': [
    'Dunkel, oder hell und getönt in der Farbe der Seiten.',
    'Dark, or light and tinted with the colour of the pages.',
  ],
  'The team lead; null for none.': ['', ''],
  'The town it is in.': ['Der Ort.'],
  'The unit above, by name. Here or in the company.': ['Der Name der Einheit darüber.'],
  'The unit above.': ['', ''],
  'The unit above; the company root when left out.': [
    'Ohne Angabe das Unternehmen selbst.',
    'Left out: the company itself.',
  ],
  'Today for new people when left out.': ['Bei neuen Personen ohne Angabe heute.'],
  'Unique; case and the number of spaces make no difference.': [
    'Keine zwei haben denselben Namen.',
    'No two have the same name.',
  ],
  'What a member may do. `owner` may do everything; `admin` everything but what owners keep for themselves; `hr` looks after people and structure; `viewer` reads; `member` has only their own workspace.':
    [
      'Inhaber dürfen alles; Admins alles, was Inhaber nicht für sich behalten; die Personalabteilung kümmert sich um Personen und Struktur; wer Leserecht hat, liest; Mitglieder haben nur ihren eigenen Bereich.',
      'Owners may do everything; admins everything but what owners keep for themselves; HR looks after people and structure; viewers read; members have only their own workspace.',
    ],
  'What its values are, for good.': ['Die Art der Werte. Sie bleibt für immer.'],
  'What people read.': ['So steht es auf den Seiten.'],
  'What the amount is paid for.': ['Wofür der Betrag gezahlt wird.'],
  'What the company is called; its legal entities keep their names.': [
    'So heißt das Unternehmen; seine Gesellschaften behalten ihre Namen.',
  ],
  'What the key is for. Not unique, and no place for personal data.': [
    'Wofür der Schlüssel ist. Kein Platz für persönliche Daten.',
    'What the key is for. No place for personal data.',
  ],
  'What they do, in words.': ['Was die Person tut, in Worten.'],
  'What they may do. Left out, the role that they have, or `member`.': [
    'Was sie darf. Ohne Angabe die Rolle, die sie schon hat, oder Mitglied. Zur Personalabteilung und zum Admin laden nur Inhaber und Admins ein.',
    'What they may do. Left out: the role that they have, or member. Only owners and admins invite HR and admins.',
  ],
  'Whatever the case. That of somebody who exists is never changed.': [
    'Die von jemandem, den es schon gibt, ändert sich nie.',
    'That of somebody who exists is never changed.',
  ],
  'Whether Google is a way to sign in.': ['Mit Google anmelden.', 'To sign in with Google.'],
  'Whether Microsoft is a way to sign in.': ['Mit Microsoft anmelden.', 'To sign in with Microsoft.'],
  'Whether a password is a way to sign in.': ['Mit einem Passwort anmelden.', 'To sign in with a password.'],
  'Which files a file field takes.': ['Welche Dateien das Feld annimmt.'],
  'Who checks an account.': ['Wer das Konto prüft.'],
  'Who must agree to changes of pay: nobody (`off`), or another owner, admin or HR member (`hr`).': [
    'Wer zustimmen muss, wenn sich Gehälter ändern. Zur Personalabteilung zählen auch andere Inhaber und Admins.',
    'Who must agree to changes of pay. HR are other owners and admins, too.',
  ],
  "Who must agree: nobody (`off`); an owner, admin or HR member (`hr`); the person's manager (`manager`); the manager and then HR (`manager_then_hr`).":
    [
      'Wer zustimmen muss. Zur Personalabteilung zählen auch Inhaber und Admins.',
      'Who must agree. HR are owners and admins, too.',
    ],
  'Who sees values. `public`: everyone; `job`: the person, their managers and manage roles; `private`: the person, and owners, admins and HR in the web app.':
    ['Wer die Werte sieht.', 'Who sees the values.'],
  'Why, for everybody who sees the request.': ['Warum, für alle, die den Antrag sehen.'],
  'Why, for those who see the pay, the person included.': [
    'Warum, für alle, die das Gehalt sehen, auch die Person selbst.',
  ],
  '`company` takes an owner or admin in company administration.': [
    'Die des Unternehmens ändern Inhaber und Admins.',
    'Owners and admins set that of the company.',
  ],
  "`manage` is company administration, `me` a person's own workspace.": [
    'Für die Verwaltung des Unternehmens, oder für den eigenen Bereich.',
    "For the administration of the company, or for one's own workspace.",
  ],
  'null clears it.': ['', ''],
}
