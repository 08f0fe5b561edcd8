import { lockDocument, type DocumentRow } from '../../queries/documents/documents.ts'
import { deleteForGood } from '../../services/documents/remove.ts'
import { action, type Input, type Result } from '../action.ts'
import type { Context } from '../context.ts'

type Id = 'documents_delete'

/** Deletes a document. A job removes its bytes. */
export const handler = action('documents_delete', {
  subject: ({ db }, { document_id: id }) => lockDocument(db, id),
  run,
})

async function run(ctx: Context<Id>, _input: Input<Id>, document: DocumentRow): Promise<Result<Id>> {
  await deleteForGood(ctx, document)
  return { id: document.id, deleted: true }
}
