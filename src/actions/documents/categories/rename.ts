import { categoryKey, starterCategory } from '../../../domain/documents.ts'
import { categoryMoved } from '../../../events/documents.ts'
import { findCategory, moveCategory } from '../../../queries/documents/categories.ts'
import { lockStorage } from '../../../queries/platform/storage.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'documents_categories_rename'

/** Gives all documents of a category another one, which they may share with others from then on. */
export const handler = action('documents_categories_rename', { run })

async function run(ctx: Context<Id>, { category, name }: Input<Id>): Promise<Result<Id>> {
  const { db, now } = ctx
  await lockStorage(db)
  const [from, known] = await Promise.all([findCategory(db, category), findCategory(db, name)])
  if (from === undefined) throw ctx.fail('category_unknown', {})
  const isSame = categoryKey(from) === categoryKey(name)
  // Spelled otherwise it is still the same category; one of every company is spelled in one way.
  const to = starterCategory(name) ?? (isSame ? name : (known ?? name))
  if (to === from) return { name: to, documents: 0, merged: false }
  const documents = await moveCategory(db, from, to, now)
  // They may all be gone, or in another category, since it was found.
  if (documents === 0) throw ctx.fail('category_unknown', {})
  ctx.record(categoryMoved(from, to, documents))
  return { name: to, documents, merged: known !== undefined && !isSame }
}
