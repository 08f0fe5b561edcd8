import { startUpload, prepareUpload, type PreparedUpload } from '../../../../services/documents/start.ts'
import { showStarted } from '../../../../views/documents.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Before } from '../../../before.ts'
import type { Context } from '../../../context.ts'
import { ownVisibility } from '../../../../domain/documents.ts'

type Id = 'documents_me_upload_start'

/** Begins to add a document about oneself, for oneself and HR. */
export const handler = action('documents_me_upload_start', {
  prepare: (before: Before<Id>, { file }: Input<Id>) => prepareUpload(before, file),
  authorize,
  run,
})

function authorize(ctx: Context<Id>): void {
  if (ctx.caller.personId === null) throw ctx.fail('no_own_person', {})
}

async function run(
  ctx: Context<Id>,
  input: Input<Id>,
  _subject: undefined,
  prepared: PreparedUpload,
): Promise<Result<Id>> {
  const draft = {
    file: input.file,
    personId: ctx.caller.personId,
    personField: 'person_id',
    byPerson: true,
    title: input.title,
    category: input.category,
    visibility: ownVisibility,
    expiresOn: input.expires_on,
  }
  return showStarted(ctx.caller, await startUpload(ctx, draft, prepared))
}
