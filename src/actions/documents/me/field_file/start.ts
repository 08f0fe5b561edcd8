import { startUpload, prepareUpload, type PreparedUpload } from '../../../../services/documents/start.ts'
import { showStarted } from '../../../../views/documents.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Before } from '../../../before.ts'
import type { Context } from '../../../context.ts'
import { fieldFileCategory } from '../../../../domain/documents.ts'

type Id = 'documents_me_field_file_start'

/** Begins to put a file into a custom field of oneself, where the field lets people do that. */
export const handler = action('documents_me_field_file_start', {
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
    fieldKey: input.field_key,
    byPerson: true,
    category: fieldFileCategory,
  }
  return showStarted(ctx.caller, await startUpload(ctx, draft, prepared))
}
