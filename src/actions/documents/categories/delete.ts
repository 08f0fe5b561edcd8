import { otherCategory, starterCategory } from '../../../domain/documents.ts'
import { categoryMoved } from '../../../events/documents.ts'
import { findCategory, moveCategory } from '../../../queries/documents/categories.ts'
import { lockStorage } from '../../../queries/platform/storage.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'documents_categories_delete'

/** Puts all documents of a category of the company into Other. */
export const handler = action('documents_categories_delete', { run })

async function run(ctx: Context<Id>, { category }: Input<Id>): Promise<Result<Id>> {
  const { db, now } = ctx
  if (starterCategory(category) !== undefined) throw ctx.fail('starter_category_stays', {})
  await lockStorage(db)
  const from = await findCategory(db, category)
  if (from === undefined) throw ctx.fail('category_unknown', {})
  const documents = await moveCategory(db, from, otherCategory, now)
  // They may all be gone, or in another category, since it was found.
  if (documents === 0) throw ctx.fail('category_unknown', {})
  ctx.record(categoryMoved(from, otherCategory, documents))
  return { documents }
}
