import { changesOf } from '../domain/changes.ts'
import { isForEveryone } from '../domain/documents.ts'
import type { DocumentFacts, DocumentRow } from '../queries/documents/documents.ts'
import type { PlainSummary } from '../texts/log.ts'
import { asCreated, hidden, type ActivityLine, type DomainEvent, type Subject } from './domain-event.ts'

/**
 * The log and events never tell what a document of a person is called, because that may say what it is about: those who may see
 * it find it by its id. Of the company's documents they tell it where everyone sees them.
 */
const subjectOf = (document: DocumentRow): Subject =>
  document.person_id === null
    ? {
        type: 'document',
        id: document.id,
        name: isForEveryone(document) ? document.title : document.category,
      }
    : { type: 'person', id: document.person_id, name: '' }

const line = (
  summary: PlainSummary,
  document: DocumentRow,
  changes: ActivityLine['changes'] = [],
): ActivityLine => ({
  summary,
  subject: subjectOf(document),
  changes: [...asCreated({ document: { id: document.id } }), ...changes],
})

const about = (document: DocumentRow) => ({ subjectId: document.id, personId: document.person_id })

const dataOf = (document: DocumentRow) => ({
  document_id: document.id,
  subject: document.person_id === null ? ('company' as const) : ('person' as const),
  person_id: document.person_id,
  field_key: document.field_key,
  uploaded_by: document.uploaded_by,
  title: isForEveryone(document) ? document.title : null,
  category: isForEveryone(document) ? document.category : null,
})

/** The bytes of a new document were looked at. */
export const documentCreated = (document: DocumentRow): DomainEvent<'document.created'> => ({
  activity: [line(document.person_id === null ? 'company_document_added' : 'document_added', document)],
  event: { type: 'document.created', ...about(document), data: dataOf(document) },
})

export const documentUpdated = (
  before: DocumentRow,
  after: DocumentRow,
  changed: (keyof DocumentFacts)[],
): DomainEvent<'document.updated'> => ({
  activity: [
    line(after.person_id === null ? 'company_document_changed' : 'document_changed', after, [
      ...changesOf({ visibility: before.visibility }, { visibility: after.visibility }),
      ...changed.filter((field) => field !== 'visibility').map(hidden),
    ]),
  ],
  event: { type: 'document.updated', ...about(after), data: { ...dataOf(after), changed } },
})

export const documentDeleted = (document: DocumentRow): DomainEvent<'document.deleted'> => ({
  activity: [line(document.person_id === null ? 'company_document_deleted' : 'document_deleted', document)],
  event: { type: 'document.deleted', ...about(document), data: dataOf(document) },
})

/** An upload was begun. What comes of it is another line. */
export const uploadStarted = (document: DocumentRow): DomainEvent<never> => ({
  activity: [line(document.person_id === null ? 'company_upload_started' : 'upload_started', document)],
})

/** A link to a document of a person was given. */
export const documentDownloaded = (document: DocumentRow): DomainEvent<never> => ({
  activity: [line('document_downloaded', document)],
})

/** Documents of a category were given another one. */
export const categoryMoved = (from: string, to: string, count: number): DomainEvent<never> => ({
  activity: [
    {
      summary: 'document_category_moved',
      changes: [
        { field: 'category', before: from, after: to },
        { field: 'documents', before: null, after: count },
      ],
    },
  ],
})
