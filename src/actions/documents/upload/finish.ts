import type { DocumentRow } from '../../../queries/documents/documents.ts'
import { lockDocument } from '../../../queries/documents/documents.ts'
import { checkUpload, finishUpload } from '../../../services/documents/finish.ts'
import { showDocument } from '../../../views/documents.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { CheckedFile, Before } from '../../before.ts'
import type { Context } from '../../context.ts'

type Id = 'documents_upload_finish'

const way = { byPerson: false, intoField: false }

/** Makes a document ready whose bytes are what was announced. */
export const handler = action('documents_upload_finish', {
  prepare: (before: Before<Id>, { document_id: id }: Input<Id>) => checkUpload(before, id, way),
  subject: ({ db }, { document_id: id }) => lockDocument(db, id),
  run,
})

async function run(
  ctx: Context<Id>,
  _input: Input<Id>,
  document: DocumentRow,
  checked: CheckedFile | undefined,
): Promise<Result<Id>> {
  return showDocument(ctx.caller, await finishUpload(ctx, document, checked, way))
}
