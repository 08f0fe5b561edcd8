import type { Result } from '../../actions/action.ts'
import { allows, call, rehearse, type AppRequest } from '../request.ts'
import { unlessMissing } from './missing.ts'

type Document = Result<'documents_list'>['documents'][number]

/** Documents that a form can be about: the newest of all, or those of the reader in their own workspace. */
export const documentsOf = async (request: AppRequest): Promise<Document[]> =>
  (request.side === 'manage' && allows(request, 'documents_list')
    ? await call(request, 'documents_list', { scope: 'all', sort: 'newest', limit: 500 })
    : await call(request, 'documents_me_list', { scope: 'mine' })
  ).documents

/**
 * One document, however many are newer; undefined when the reader sees none with this id. No read answers a single one, but the
 * rehearsal of a change that changes nothing does.
 */
export async function findDocument(request: AppRequest, id: string): Promise<Document | undefined> {
  if (!allows(request, 'documents_update')) return (await documentsOf(request)).find((one) => one.id === id)
  const found = await unlessMissing(rehearse(request, 'documents_update', { document_id: id }))
  return found?.data as Document | undefined
}
