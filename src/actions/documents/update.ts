import { changedFields } from '../../domain/changes.ts'
import { starterCategory, visibilityProblems } from '../../domain/documents.ts'
import { documentUpdated } from '../../events/documents.ts'
import { findCategory } from '../../queries/documents/categories.ts'
import {
  lockDocument,
  lockPersonOf,
  type DocumentFacts,
  type DocumentRow,
} from '../../queries/documents/documents.ts'
import { updateDocument } from '../../queries/documents/uploads.ts'
import { lockStorage } from '../../queries/platform/storage.ts'
import { showDocument } from '../../views/documents.ts'
import { action, type Input, type Result } from '../action.ts'
import type { Context } from '../context.ts'

type Id = 'documents_update'

/** Changes what is said of a document, and who sees it. */
export const handler = action('documents_update', {
  subject,
  run,
})

async function subject(
  { db }: Context<Id>,
  { document_id: id, category }: Input<Id>,
): Promise<DocumentRow | undefined> {
  // As whoever begins an upload or renames a category: so no two spell a new one in two ways.
  if (category !== undefined) {
    await lockPersonOf(db, id)
    await lockStorage(db)
  }
  return lockDocument(db, id)
}

async function run(ctx: Context<Id>, input: Input<Id>, before: DocumentRow): Promise<Result<Id>> {
  const { db, now, caller } = ctx
  const { document_id: _id, ...given } = input
  if (given.visibility !== undefined && before.field_id !== null)
    throw ctx.fail('field_decides_visibility', {})
  ctx.refuse(visibilityProblems(before.person_id === null ? 'company' : 'person', given.visibility))
  const category = given.category === undefined ? undefined : await categoryOf(ctx, given.category)
  const changed = changedFields<DocumentFacts>(before, { ...given, category })
  const fields = Object.keys(changed) as (keyof DocumentFacts)[]
  if (fields.length === 0) return showDocument(caller, before)
  const after = { ...before, ...changed, updated_at: now.toISOString() }
  await updateDocument(db, before, after, now)
  // One whose bytes have not come is told when they have.
  if (before.status === 'ready') ctx.record(documentUpdated(before, after, fields))
  return showDocument(caller, after)
}

/** The name of a category as it is spelled already. */
const categoryOf = async ({ db }: Context<Id>, name: string): Promise<string> =>
  starterCategory(name) ?? (await findCategory(db, name)) ?? name
