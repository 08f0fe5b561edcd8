import { documentReader } from '../../../access/documents.ts'
import { megabyte, monthOf, selfUploadLeft, withStarters } from '../../../domain/documents.ts'
import { notFound } from '../../../errors.ts'
import {
  listDocuments,
  listUsedCategories,
  type DocumentFilter,
  type DocumentPage,
} from '../../../queries/documents/documents.ts'
import { getSelfUploads } from '../../../queries/documents/self-uploads.ts'
import { recordExists } from '../../../queries/existence.ts'
import { getStorageSettings } from '../../../queries/platform/storage.ts'
import { showDocuments } from '../../../views/documents.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'documents_me_list'

/** So many documents are listed: far more than anybody has. */
const most = 1000

/** Lists documents for the own workspace. */
export const handler = action('documents_me_list', { run })

async function run(ctx: Context<Id>, { scope, person_id }: Input<Id>): Promise<Result<Id>> {
  const { db, caller, audience, today } = ctx
  if (person_id !== undefined && !(await recordExists(db, 'person', person_id)))
    throw notFound('person_id', 'person')
  const reader = documentReader(caller, audience)
  const personId = person_id ?? (scope === 'mine' ? caller.personId : undefined)
  const list = (filter: DocumentFilter) =>
    listDocuments(db, reader, filter, { sort: 'newest', limit: most, today })
  const [page, used, left] = await Promise.all([
    personId === null ? nothing : list(personId === undefined ? { kind: 'company' } : { personId }),
    listUsedCategories(db, reader, today),
    caller.personId === null ? null : leftOf(ctx, caller.personId),
  ])
  return {
    documents: showDocuments(caller, page.documents),
    total: page.total,
    categories: withStarters(used),
    self_upload: left,
  }
}

const nothing: DocumentPage = { documents: [], total: 0, next: null }

async function leftOf({ db, today }: Context<Id>, personId: string): Promise<Result<Id>['self_upload']> {
  const [settings, used] = await Promise.all([
    getStorageSettings(db),
    getSelfUploads(db, personId, monthOf(today)),
  ])
  return {
    enabled: settings.self_upload.enabled,
    ...selfUploadLeft(settings.self_upload, used),
    max_file_bytes: settings.max_file_mb * megabyte,
  }
}
