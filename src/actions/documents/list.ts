import { documentReader } from '../../access/documents.ts'
import { decodeDocumentPlace, encodeDocumentPlace } from '../../domain/cursor.ts'
import { categoryKey, megabyte, withStarters } from '../../domain/documents.ts'
import { searchWords } from '../../domain/search.ts'
import { notFound } from '../../errors.ts'
import { listDocuments, listUsedCategories } from '../../queries/documents/documents.ts'
import { recordExists } from '../../queries/existence.ts'
import { getStorageSettings } from '../../queries/platform/storage.ts'
import { showDocuments } from '../../views/documents.ts'
import { action, type Input, type Result } from '../action.ts'
import type { Context } from '../context.ts'

type Id = 'documents_list'

/** Lists the documents that a manage role sees. */
export const handler = action('documents_list', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { db, caller, audience, today } = ctx
  const { person_id: personId, scope, category, q, expires_before: expiresBefore, sort, limit } = input
  const before = input.before === undefined ? undefined : decodeDocumentPlace(input.before)
  const words = q === undefined ? undefined : searchWords(q)
  if (words?.length === 0) throw ctx.fail('no_search_words', {})
  if (personId !== undefined && !(await recordExists(db, 'person', personId)))
    throw notFound('person_id', 'person')
  const reader = documentReader(caller, audience)
  const filter = {
    personId,
    kind: scope === 'all' ? undefined : scope,
    categoryKey: category === undefined ? undefined : categoryKey(category),
    words,
    expiresBefore,
  }
  const [page, used, settings] = await db.last(() =>
    Promise.all([
      listDocuments(db, reader, filter, { sort, limit, before, today }),
      listUsedCategories(db, reader, today),
      getStorageSettings(db),
    ]),
  )
  return {
    documents: showDocuments(caller, page.documents),
    total: page.total,
    categories: withStarters(used),
    max_file_bytes: settings.max_file_mb * megabyte,
    next_before: page.next && encodeDocumentPlace(page.next),
  }
}
