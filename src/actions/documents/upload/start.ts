import { startUpload, prepareUpload, type PreparedUpload } from '../../../services/documents/start.ts'
import { showStarted } from '../../../views/documents.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Before } from '../../before.ts'
import type { Context } from '../../context.ts'
import { defaultVisibility, visibilityProblems } from '../../../domain/documents.ts'
import { problem } from '../../../errors.ts'

type Id = 'documents_upload_start'

/** Begins to add a document about somebody, or about the company. */
export const handler = action('documents_upload_start', {
  prepare: (before: Before<Id>, { file }: Input<Id>) => prepareUpload(before, file),
  run,
})

async function run(
  ctx: Context<Id>,
  input: Input<Id>,
  _subject: undefined,
  prepared: PreparedUpload,
): Promise<Result<Id>> {
  const { kind, person_id: personId = null } = input.subject
  ctx.refuse([
    ...(kind === 'person' && personId === null ? [problem('subject_without_person', {})] : []),
    ...(kind === 'company' && personId !== null ? [problem('subject_with_person', {})] : []),
    ...visibilityProblems(kind, input.visibility),
  ])
  const draft = {
    file: input.file,
    personId,
    personField: 'subject.person_id',
    byPerson: false,
    title: input.title,
    category: input.category,
    visibility: input.visibility ?? defaultVisibility(kind),
    expiresOn: input.expires_on,
    notes: input.notes,
  }
  return showStarted(ctx.caller, await startUpload(ctx, draft, prepared))
}
