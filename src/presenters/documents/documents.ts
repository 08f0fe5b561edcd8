import { isPreviewable } from '../../domain/documents.ts'
import type { components } from '../../generated/contract.ts'
import type { DocumentRow } from '../../queries/documents/documents.ts'

type Schemas = components['schemas']

/** A document, as far as its reader gets it. */
export function presentDocument(row: DocumentRow, access: 'full' | 'metadata'): Schemas['Document'] {
  const isFull = access === 'full'
  return {
    id: row.id,
    title: row.title,
    category: row.category,
    subject: presentSubject(row),
    visibility: row.visibility,
    uploaded_by: row.uploaded_by,
    field: row.field_id === null ? null : { key: row.field_key!, label: row.field_label! },
    expires_on: row.expires_on,
    notes: isFull ? row.notes : null,
    file: {
      name: isFull ? row.file_name : null,
      size: row.size,
      content_type: row.content_type,
      previewable: isPreviewable(row.content_type),
    },
    access,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

const presentSubject = ({ person_id: id, person_name: name }: DocumentRow): Schemas['DocumentSubject'] =>
  id === null ? { kind: 'company' } : { kind: 'person', person: { id, name: name! } }
