import { documentReader } from '../../access/documents.ts'
import { nameToSave } from '../../domain/documents.ts'
import { listDocuments } from '../../queries/documents/documents.ts'
import { mostLinks } from '../../services/documents/link.ts'
import { showDocuments } from '../documents.ts'
import { part } from './part.ts'

/** Documents that the reader sees, and the files of their own archived fields, whose values are in an export, too; and links to those whose file is still the one for which the link was made. */
export const documents = part(
  `documents.title documents.category documents.visibility documents.expires_on documents.notes documents.sealed_notes documents.file_name
   documents.size documents.content_type documents.sha256`,
  async ({ db, caller, audience, today }, { person: { id }, links }) => {
    const filter = { personId: id }
    const order = { sort: 'newest', limit: mostLinks, today } as const
    const reader = { ...documentReader(caller, audience), ownArchived: true }
    const { documents: rows } = await listDocuments(db, reader, filter, order)
    return {
      documents: showDocuments(caller, rows),
      document_files: rows.flatMap((row) => {
        const url = links.get(row.file_id)
        return url === undefined ? [] : [{ name: nameToSave(row.file_name, row.content_type), url }]
      }),
    }
  },
)
