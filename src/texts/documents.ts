import { texts } from './phrase.ts'

/** Lines of the activity log about documents. */
export const documentLines = texts({
  document_added: { en: 'Added a document about {subject}', de: 'Dokument über {subject} hinzugefügt' },
  document_changed: { en: 'Changed a document about {subject}', de: 'Dokument über {subject} geändert' },
  document_deleted: { en: 'Deleted a document about {subject}', de: 'Dokument über {subject} gelöscht' },
  document_downloaded: {
    en: 'Downloaded a document about {subject}',
    de: 'Dokument über {subject} heruntergeladen',
  },
  upload_started: {
    en: 'Began to upload a document about {subject}',
    de: 'Upload eines Dokuments über {subject} begonnen',
  },
  company_document_added: {
    en: 'Added the company document {subject}',
    de: 'Unternehmensdokument {subject} hinzugefügt',
  },
  company_document_changed: {
    en: 'Changed the company document {subject}',
    de: 'Unternehmensdokument {subject} geändert',
  },
  company_document_deleted: {
    en: 'Deleted the company document {subject}',
    de: 'Unternehmensdokument {subject} gelöscht',
  },
  company_upload_started: {
    en: 'Began to upload the company document {subject}',
    de: 'Upload des Unternehmensdokuments {subject} begonnen',
  },
  document_category_moved: {
    en: 'Gave documents another category',
    de: 'Dokumenten eine andere Kategorie gegeben',
  },
})
