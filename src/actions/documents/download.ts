import { findDocument, type DocumentRow } from '../../queries/documents/documents.ts'
import { giveLink, prepareLink, type PreparedLink } from '../../services/documents/link.ts'
import { action, type Input, type Result } from '../action.ts'
import type { Before } from '../before.ts'
import type { Context } from '../context.ts'

type Id = 'documents_download'

/** A link to the bytes of any document, for HR in the web app. */
export const handler = action('documents_download', {
  prepare: (before: Before<Id>, { document_id: id }: Input<Id>) => prepareLink(before, id),
  subject: ({ db }, { document_id: id }) => findDocument(db, id),
  run,
})

async function run(
  ctx: Context<Id>,
  _input: Input<Id>,
  document: DocumentRow,
  link: PreparedLink | undefined,
): Promise<Result<Id>> {
  return giveLink(ctx, document, link)
}
