import type { Help } from './words.ts'

/** Help of the fields of documents and of what is stored. */
export const helpOfDocuments: Help = {
  '`person` needs `person_id`.': ['Über eine Person oder das Unternehmen.', 'About a person or the company.'],
  'A JPEG, PNG or WebP in base64, or as a data: URL: at most 2 MiB and 24 megapixels.': ['', ''],
  'All documents together, past which no upload may begin; null for no ceiling.': [
    'So viel dürfen alle Dokumente zusammen haben. Leer für keine Grenze.',
    'All documents together have at most so much. Empty for no limit.',
  ],
  'All files that one person adds in a calendar month together.': [
    'Alle Dateien zusammen, die eine Person in einem Monat hinzufügt.',
  ],
  'Bytes.': ['', ''],
  'Files that people may add for themselves. Send only what changes.': [
    'Dateien, die Personen selbst hinzufügen.',
    'Files that people add themselves.',
  ],
  'For whoever sees the document.': ['Für alle, die das Dokument sehen.'],
  'For whoever sees the document; null for none.': [
    'Für alle, die das Dokument sehen.',
    'For whoever sees the document.',
  ],
  'How many are on a page.': ['So viele stehen auf einer Seite.'],
  'How many files one person may add in a calendar month.': [
    'So viele Dateien kann eine Person im Monat hinzufügen.',
  ],
  'Its name from now on.': ['Wie sie von jetzt an heißt.'],
  'Its name now, whatever its case.': ['Wie sie jetzt heißt.', 'Its name now.'],
  'Such as `contract.pdf`.': ['Ihr Name, zum Beispiel vertrag.pdf.'],
  'Its name, whatever its case.': ['Ihr Name.', 'Its name.'],
  'Left out: `hr_person`, or `everyone`.': ['', ''],
  "One's own, or those of the company. Without effect beside person_id.": [
    'Die eigenen oder die des Unternehmens.',
    "One's own, or those of the company.",
  ],
  'A listed one or a new one.': ['Eine, die es gibt, oder eine neue.', 'One that there is, or a new one.'],
  'Only documents about this person.': ['Nur Dokumente über diese Person.'],
  'Only documents of people, or of the company.': ['Nur Dokumente von Personen oder des Unternehmens.'],
  'Only documents that are not valid on this day any more.': [
    'Nur Dokumente, die an diesem Tag nicht mehr gelten.',
  ],
  'Only this category, whatever its case.': ['Nur diese Kategorie.', 'Only this category.'],
  'What will be sent. What comes must be this.': ['', ''],
  'The key of a file field with `self_upload`, from org/fields.list.': ['', ''],
  'The key of a file field, from org/fields.list.': ['', ''],
  'The largest file that anybody may add. A custom field may set less.': [
    'Die größte Datei, die jemand hinzufügen kann. Ein eigenes Feld kann weniger erlauben.',
  ],
  'The last day on which it is valid.': ['Der letzte Tag, an dem es gilt.'],
  'The last day on which it is valid; null when nobody says.': [
    'Der letzte Tag, an dem es gilt.',
    'The last day on which it is valid.',
  ],
  'Left out: the file name.': ['Sonst der Name der Datei.', 'The name of the file when left empty.'],
  'SHA-256 of its bytes, in hexadecimal.': ['', ''],
  'Those of this person.': ['Die dieser Person.'],
  'A person or the company.': ['Eine Person oder das Unternehmen.'],
  'Such as `application/pdf`.': ['', ''],
  'What people call it.': ['Wie es heißt.'],
  'Whether people may add files of their own.': ['Ob Personen selbst Dateien hinzufügen.'],
  'Which come first.': ['Welche zuerst kommen.'],
  'Who sees it. Of a person: `hr` (owners, admins and HR), `hr_person` (the person, too) or `hr_person_manager` (also the managers above them). Of the company: `everyone`, `managers` (people with reports, and HR) or `hr`.':
    [
      'Dokumente einer Person: nur die Personalabteilung, auch die Person oder auch ihre Führungskräfte. Dokumente des Unternehmens: alle, Führungskräfte oder nur die Personalabteilung.',
      'Documents of a person: HR alone, the person, too, or also their managers. Documents of the company: everyone, managers, or HR alone.',
    ],
  'Whom it is about.': ['Über wen es ist.'],
  'Words that must all be in the title, whatever their case.': [
    'Wörter, die alle in der Bezeichnung stehen.',
    'Words that must all be in the title.',
  ],
}
