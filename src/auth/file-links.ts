import { withOrganization, type Db } from '../db/transaction.ts'
import { isAwaited, isDeleted } from '../queries/documents/uploads.ts'
import { getStanding, type Standing } from '../queries/platform/organization.ts'
import type { AuthDeps } from './authenticate.ts'

/**
 * Tells whether a link to a file works now. It stops with the calls of its organization, and with its document: a link by itself
 * does not know that an organization was paused, closed or deleted, and the bytes of a document go only when a worker removes them.
 *
 * @param whilePaused tells that the link was given while the organization was paused or closed, by an export
 * @throws ApiError 503
 */
export const isReadable = (
  deps: AuthDeps,
  { orgId, fileId }: { orgId: string; fileId: string },
  whilePaused: boolean,
): Promise<boolean> =>
  ask(deps, orgId, async (db) => {
    const status = await statusOf(db)
    const isOpen = whilePaused ? status !== undefined : status === 'active'
    return isOpen && !(await isDeleted(db, fileId))
  })

/**
 * Tells whether bytes may come by a link now: its organization is active, and a document waits for them. One that is ready or
 * deleted does not: its link takes nothing more.
 *
 * @throws ApiError 503
 */
export const isUploadAwaited = (
  deps: AuthDeps,
  { orgId, fileId }: { orgId: string; fileId: string },
): Promise<boolean> =>
  ask(deps, orgId, async (db) => (await statusOf(db)) === 'active' && isAwaited(db, fileId))

/**
 * Tells whether bytes that came were deleted while they came: their document, or their organization. Whatever removes those may
 * have been here before them.
 *
 * @throws ApiError 503
 */
export const isDeletedMeanwhile = (
  deps: AuthDeps,
  { orgId, fileId }: { orgId: string; fileId: string },
): Promise<boolean> =>
  ask(deps, orgId, async (db) => (await statusOf(db)) === undefined || isDeleted(db, fileId))

/** Undefined when the organization is deleted. */
const statusOf = async (db: Db) => ((await getStanding(db)) as Standing | undefined)?.status

/** Whoever follows a link waits with others who do, and not with strangers. */
function ask(
  { pool, turns }: AuthDeps,
  orgId: string,
  question: (db: Db) => Promise<boolean>,
): Promise<boolean> {
  const turn = async (signal?: AbortSignal) => ({ end: await turns.take(orgId, 'links to files', signal) })
  return withOrganization(pool, orgId, { mode: 'read', turn }, question)
}
