import { accessTo } from '../../../access/documents.ts'
import { findDocument, type DocumentRow } from '../../../queries/documents/documents.ts'
import { giveLink, prepareLink, type PreparedLink } from '../../../services/documents/link.ts'
import { requireVisible } from '../../../services/documents/visible.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Before } from '../../before.ts'
import type { Context } from '../../context.ts'

type Id = 'documents_me_download'

/** A link to the bytes of a document that somebody sees in their own workspace. */
export const handler = action('documents_me_download', {
  prepare: (before: Before<Id>, { document_id: id }: Input<Id>) => prepareLink(before, id),
  subject: ({ db }, { document_id: id }) => findDocument(db, id),
  authorize,
  run,
})

async function authorize(ctx: Context<Id>, document: DocumentRow): Promise<void> {
  await requireVisible(ctx, document)
  if (accessTo(ctx.caller, document) !== 'full') throw ctx.fail('document_needs_web', {})
}

async function run(
  ctx: Context<Id>,
  _input: Input<Id>,
  document: DocumentRow,
  link: PreparedLink | undefined,
): Promise<Result<Id>> {
  return giveLink(ctx, document, link)
}
