import type { Translations } from '../../../pages/language.ts'

const en = {
  title: 'Documents',
  lead: 'Files of people and of the company. Who sees each of them is said beside it.',
  ownTitle: 'My documents',
  ownLead: 'What HR shares with you, what you have added yourself, and what the company shares with all.',
  which: 'Kinds of documents',
  mine: 'Mine',
  ofCompany: 'Of the company',
  add: 'Add a document',
  none: 'There are no documents yet.',
  noneFound: 'No document is like that.',
  noneOwn: 'Nobody has shared a document with you, and you have added none.',
  noneShared: 'The company shares no documents with you.',
  left: (files: number, megabytes: number) =>
    `You can add ${files} more ${files === 1 ? 'file' : 'files'} this month, of ${megabytes} MB together.`,
  // Filters
  words: 'Words in the title',
  category: 'Category',
  anyCategory: 'Any category',
  about: 'About',
  all: 'People and the company',
  people: 'People',
  company: 'The company',
  show: 'Show',
  clear: 'Show all',
  some: (shown: number, total: number) => `The newest ${shown} of ${total}. Search to see others.`,
  // Rows
  name: 'Title',
  sees: 'Who sees it',
  size: 'Size',
  expires: 'Valid until',
  added: 'Added',
  byPerson: 'by themselves',
  actions: 'Actions',
  download: 'Download',
  change: 'Change',
  delete: 'Delete',
  // Download
  ready: (name: string) => `${name} is ready`,
  readyLead: 'The link opens for 5 minutes, in this browser or another.',
  save: 'Save the file',
  back: 'Back',
  // Add
  addAbout: (name: string) => `Add a document about ${name}`,
  addField: (field: string, name: string) => `${field}: ${name}`,
  addCompany: 'Add a document of the company',
  addOwn: 'Add a document of yours',
  ownSees: 'You and HR will see it.',
  file: 'File',
  fileHelp: (megabytes: number) =>
    `PDF, PNG, JPEG, WebP, HEIC, DOCX, XLSX, ODT, ODS, text or CSV, at most ${megabytes} MB. No macros, archives or encrypted files.`,
  titleField: 'Title',
  titleHelp: 'The name of the file when left empty.',
  optional: 'optional',
  newCategory: 'Another category',
  newCategoryHelp: 'Takes the place of the one above.',
  notes: 'Notes',
  send: 'Add it',
  problems: (count: number) =>
    count === 1
      ? 'The file was not added, because of one problem'
      : `The file was not added, because of ${count} problems`,
  again: 'Choose the file once more: a browser does not keep it.',
  noFile: 'Choose a file.',
  tooLarge: (megabytes: number) =>
    `Here a file may have at most ${megabytes} MB. Larger ones come by the API (documents/upload.start).`,
  unknownType: 'Files whose names end like this are not kept.',
}

const de: typeof en = {
  title: 'Dokumente',
  lead: 'Dateien über Personen und die Firma. Wer sie sieht, steht jeweils daneben.',
  ownTitle: 'Meine Dokumente',
  ownLead:
    'Was die Personalabteilung mit Ihnen teilt, was Sie selbst hinzugefügt haben, und was die Firma allen zeigt.',
  which: 'Arten von Dokumenten',
  mine: 'Meine',
  ofCompany: 'Der Firma',
  add: 'Dokument hinzufügen',
  none: 'Es gibt noch keine Dokumente.',
  noneFound: 'Solch ein Dokument gibt es nicht.',
  noneOwn: 'Niemand hat ein Dokument mit Ihnen geteilt, und Sie haben keines hinzugefügt.',
  noneShared: 'Die Firma teilt keine Dokumente mit Ihnen.',
  left: (files: number, megabytes: number) =>
    `Sie können in diesem Monat noch ${files} ${files === 1 ? 'Datei' : 'Dateien'} hinzufügen, zusammen ${megabytes} MB.`,
  words: 'Wörter im Titel',
  category: 'Kategorie',
  anyCategory: 'Alle Kategorien',
  about: 'Über',
  all: 'Personen und die Firma',
  people: 'Personen',
  company: 'Die Firma',
  show: 'Anzeigen',
  clear: 'Alle anzeigen',
  some: (shown: number, total: number) =>
    `Die neuesten ${shown} von ${total}. Suchen Sie, um andere zu sehen.`,
  name: 'Titel',
  sees: 'Wer es sieht',
  size: 'Größe',
  expires: 'Gültig bis',
  added: 'Hinzugefügt',
  byPerson: 'selbst',
  actions: 'Aktionen',
  download: 'Herunterladen',
  change: 'Ändern',
  delete: 'Löschen',
  ready: (name: string) => `${name} ist bereit`,
  readyLead: 'Der Link öffnet sich 5 Minuten lang, in diesem Browser oder einem anderen.',
  save: 'Datei speichern',
  back: 'Zurück',
  addAbout: (name: string) => `Dokument über ${name} hinzufügen`,
  addField: (field: string, name: string) => `${field}: ${name}`,
  addCompany: 'Dokument der Firma hinzufügen',
  addOwn: 'Eigenes Dokument hinzufügen',
  ownSees: 'Sie und die Personalabteilung werden es sehen.',
  file: 'Datei',
  fileHelp: (megabytes: number) =>
    `PDF, PNG, JPEG, WebP, HEIC, DOCX, XLSX, ODT, ODS, Text oder CSV, höchstens ${megabytes} MB. Keine Makros, Archive oder verschlüsselten Dateien.`,
  titleField: 'Titel',
  titleHelp: 'Der Name der Datei, wenn hier nichts steht.',
  optional: 'freiwillig',
  newCategory: 'Andere Kategorie',
  newCategoryHelp: 'Tritt an die Stelle der gewählten.',
  notes: 'Notizen',
  send: 'Hinzufügen',
  problems: (count: number) =>
    count === 1
      ? 'Die Datei wurde wegen eines Problems nicht hinzugefügt'
      : `Die Datei wurde wegen ${count} Problemen nicht hinzugefügt`,
  again: 'Wählen Sie die Datei noch einmal: Ein Browser behält sie nicht.',
  noFile: 'Wählen Sie eine Datei.',
  tooLarge: (megabytes: number) =>
    `Hier darf eine Datei höchstens ${megabytes} MB haben. Größere kommen über die API (documents/upload.start).`,
  unknownType: 'Dateien, deren Namen so enden, werden nicht aufbewahrt.',
}

export const documentTexts: Translations<typeof en> = { en, de }
