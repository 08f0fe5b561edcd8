import { lockSubject, type LockedSubject } from '../../../queries/documents/uploads.ts'
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
  subject: ({ db }, { person_id: id }) => lockSubject(db, id),
  run,
})

async function run(
  ctx: Context<Id>,
  input: Input<Id>,
  person: LockedSubject,
  prepared: PreparedUpload,
): Promise<Result<Id>> {
  const draft = {
    file: input.file,
    person,
    personId: person.id,
    personField: 'person_id',
    fieldKey: input.field_key,
    byPerson: false,
    category: fieldFileCategory,
  }
  return showStarted(ctx.caller, await startUpload(ctx, draft, prepared))
}
