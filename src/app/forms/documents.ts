import type { Result } from '../../actions/action.ts'
import { allows, call, type AppRequest } from '../request.ts'

/** Documents that a form can be about: the newest of all, or those of the reader in their own workspace. */
export const documentsOf = async (request: AppRequest): Promise<Result<'documents_list'>['documents']> =>
  (request.side === 'manage' && allows(request, 'documents_list')
    ? await call(request, 'documents_list', { scope: 'all', sort: 'newest', limit: 500 })
    : await call(request, 'documents_me_list', { scope: 'mine' })
  ).documents
