import type { Db } from '../../db/transaction.ts'
import { documentDeleted } from '../../events/documents.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import type { DocumentRow } from '../../queries/documents/documents.ts'
import { countSelfUpload } from '../../queries/documents/self-uploads.ts'
import { deleteDocument } from '../../queries/documents/uploads.ts'
import { enqueueJobs } from '../../queries/jobs.ts'

/**
 * Deletes a locked document. One that somebody began to add, and whose bytes were never ready, is no longer counted among
 * what they have added in its month.
 */
export async function removeDocument(db: Db, document: DocumentRow, now: Date): Promise<void> {
  await deleteDocument(db, document.id, now)
  const { person_id, month, status, size } = document
  if (person_id !== null && month !== null && status === 'pending')
    await countSelfUpload(db, person_id, month, { files: -1, bytes: -size })
}

/** Deletes a locked document, and tells it; its bytes go after the commit. */
export async function deleteForGood(
  ctx: { db: Db; now: Date; record: (domainEvent: DomainEvent<'document.deleted'>) => void },
  document: DocumentRow,
): Promise<void> {
  await removeDocument(ctx.db, document, ctx.now)
  ctx.record(documentDeleted(document))
}

/** Has the bytes of deleted documents removed after the commit, where nobody is told that one was deleted. */
export const removeBytes = (db: Db): Promise<unknown> =>
  enqueueJobs(db, [{ task: 'remove_document_files', payload: {} }])
