import { withOrganization, type Db } from '../db/transaction.ts'
import { isAwaited, isDeleted } from '../queries/documents/uploads.ts'
import { getStanding } from '../queries/platform/organization.ts'
import type { AuthDeps } from './authenticate.ts'

/**
 * Tells whether a link to a file works now. It stops with the calls of its organization, and with its document: a link by itself
 * does not know that an organization was paused, closed or deleted, and the bytes of a document go only when a worker removes them.
 *
 * @throws ApiError 503
 */
export const isReadable = (
  deps: AuthDeps,
  { orgId, fileId }: { orgId: string; fileId: string },
): Promise<boolean> => ask(deps, orgId, async (db) => (await isActive(db)) && !(await isDeleted(db, fileId)))

/**
 * Tells whether bytes may come by a link now: its organization is active, and a document waits for them. One that is ready or
 * deleted does not: its link takes nothing more.
 *
 * @throws ApiError 503
 */
export const isUploadAwaited = (
  deps: AuthDeps,
  { orgId, fileId }: { orgId: string; fileId: string },
): Promise<boolean> => ask(deps, orgId, async (db) => (await isActive(db)) && isAwaited(db, fileId))

const isActive = async (db: Db): Promise<boolean> => (await getStanding(db))?.status === 'active'

/** Whoever follows a link waits with others who do, and not with strangers. */
function ask(
  { pool, turns }: AuthDeps,
  orgId: string,
  question: (db: Db) => Promise<boolean>,
): Promise<boolean> {
  const turn = async (signal?: AbortSignal) => ({ end: await turns.take(orgId, 'links to files', signal) })
  return withOrganization(pool, orgId, { mode: 'read', turn }, question)
}
