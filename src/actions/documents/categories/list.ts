import { categoryKey, starterCategories, starterCategory } from '../../../domain/documents.ts'
import { countCategories } from '../../../queries/documents/categories.ts'
import { action, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'documents_categories_list'

/** Lists the categories of documents: those of every company, then the company's own. */
export const handler = action('documents_categories_list', { run })

async function run({ db }: Context<Id>): Promise<Result<Id>> {
  const used = await db.last(() => countCategories(db))
  const counts = new Map(used.map(({ name, documents }) => [categoryKey(name), documents]))
  return [
    ...starterCategories.map((name) => ({
      name,
      starter: true,
      documents: counts.get(categoryKey(name)) ?? 0,
    })),
    ...used
      .filter(({ name }) => starterCategory(name) === undefined)
      .map(({ name, documents }) => ({ name, starter: false, documents })),
  ]
}
