import { isAddedBy } from '../../../domain/documents.ts'
import { lockDocument, type DocumentRow } from '../../../queries/documents/documents.ts'
import { requireVisible } from '../../../services/documents/visible.ts'
import { deleteForGood } from '../../../services/documents/remove.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'documents_me_delete'

/** Deletes a document that somebody has added themselves. A job removes its bytes. */
export const handler = action('documents_me_delete', {
  subject: ({ db }, { document_id: id }) => lockDocument(db, id),
  authorize,
  run,
})

async function authorize(ctx: Context<Id>, document: DocumentRow): Promise<void> {
  await requireVisible(ctx, document)
  if (!isAddedBy(ctx.caller, document)) throw ctx.fail('document_of_hr', {})
}

async function run(ctx: Context<Id>, _input: Input<Id>, document: DocumentRow): Promise<Result<Id>> {
  await deleteForGood(ctx, document)
  return { id: document.id, deleted: true }
}
