import { startUpload, prepareUpload, type PreparedUpload } from '../../../services/documents/start.ts'
import { showStarted } from '../../../views/documents.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Before } from '../../before.ts'
import type { Context } from '../../context.ts'
import { fieldFileCategory } from '../../../domain/documents.ts'

type Id = 'documents_field_file_start'

/** Begins to put a file into a custom field of a person. */
export const handler = action('documents_field_file_start', {
  prepare: (before: Before<Id>, { file }: Input<Id>) => prepareUpload(before, file),
  run,
})

async function run(
  ctx: Context<Id>,
  input: Input<Id>,
  _subject: undefined,
  prepared: PreparedUpload,
): Promise<Result<Id>> {
  const draft = {
    file: input.file,
    personId: input.person_id,
    personField: 'person_id',
    fieldKey: input.field_key,
    byPerson: false,
    category: fieldFileCategory,
  }
  return showStarted(ctx.caller, await startUpload(ctx, draft, prepared))
}
