import { documentReader } from '../../access/documents.ts'
import { notFound } from '../../errors.ts'
import { isAddedBy } from '../../domain/documents.ts'
import { isVisible, type DocumentRow } from '../../queries/documents/documents.ts'
import type { Proposing } from '../change-context.ts'

/**
 * Refuses a document that the caller does not see, as if there were none. One whose bytes have not come is there for HR, and
 * for whoever adds it about themselves.
 *
 * @throws ApiError not_found
 */
export async function requireVisible(
  { db, caller, audience, today }: Omit<Proposing, 'now' | 'newId'>,
  document: DocumentRow,
): Promise<void> {
  const reader = documentReader(caller, audience)
  const isThere = document.status === 'ready' || reader.all || isAddedBy(caller, document)
  if (!isThere || !(await isVisible(db, reader, document.id, today)))
    throw notFound('document_id', 'document')
}
