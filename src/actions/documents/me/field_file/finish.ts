import type { DocumentRow } from '../../../../queries/documents/documents.ts'
import { lockDocument } from '../../../../queries/documents/documents.ts'
import {
  checkUpload,
  emptyField,
  finishUpload,
  requireOwnUpload,
} from '../../../../services/documents/finish.ts'
import { showDocument } from '../../../../views/documents.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { CheckedFile, Before } from '../../../before.ts'
import type { Context } from '../../../context.ts'

type Id = 'documents_me_field_file_finish'

const way = { byPerson: true, intoField: true }

/** Makes a file ready that somebody has put into a custom field of their own. */
export const handler = action('documents_me_field_file_finish', {
  prepare: (before: Before<Id>, { document_id: id }: Input<Id>) => checkUpload(before, id, way),
  subject: ({ db }, { document_id: id }) => lockDocument(db, id),
  authorize: requireOwnUpload,
  run,
})

async function run(
  ctx: Context<Id>,
  _input: Input<Id>,
  document: DocumentRow,
  checked: CheckedFile | undefined,
): Promise<Result<Id>> {
  return showDocument(
    ctx.caller,
    await finishUpload(ctx, document, checked, way, (one) => emptyField(ctx, one)),
  )
}
