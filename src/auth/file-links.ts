import { withOrganization } from '../db/transaction.ts'
import { getStanding } from '../queries/platform/organization.ts'
import type { AuthDeps } from './authenticate.ts'

/**
 * Tells whether links to files of an organization work now. They stop with its calls: a link by itself does not know that an
 * organization was paused, closed or deleted. Whoever follows a link waits with others who do, and not with strangers.
 *
 * @throws ApiError 503
 */
export function linksWork({ pool, turns }: AuthDeps, orgId: string): Promise<boolean> {
  const turn = async (signal?: AbortSignal) => ({ end: await turns.take(orgId, 'links to files', signal) })
  return withOrganization(
    pool,
    orgId,
    { mode: 'read', turn },
    async (db) => (await getStanding(db))?.status === 'active',
  )
}
