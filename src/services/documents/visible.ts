import { documentReader } from '../../access/documents.ts'
import { notFound } from '../../errors.ts'
import { isVisible, type DocumentRow } from '../../queries/documents/documents.ts'
import type { Proposing } from '../change-context.ts'

/**
 * Refuses a document that the caller does not see, as if there were none.
 *
 * @throws ApiError not_found
 */
export async function requireVisible(
  { db, caller, audience, today }: Omit<Proposing, 'now' | 'newId'>,
  { id }: DocumentRow,
): Promise<void> {
  if (!(await isVisible(db, documentReader(caller, audience), id, today)))
    throw notFound('document_id', 'document')
}
