import { withOrganization, type Db } from '../db/transaction.ts'
import { isId } from '../domain/ids.ts'
import { logoUrl } from '../domain/images.ts'
import { findLogo, findPhoto } from '../queries/images.ts'
import { authenticate, type AuthDeps, type Authenticated, type Presented } from './authenticate.ts'
import { findPublicOrganization } from './public-organization.ts'
import type { Origin } from './turns.ts'

/**
 * Reads a logo, which everybody may see.
 *
 * @returns undefined when the organization has another one, or none
 * @throws ApiError 503
 */
export async function readLogo(
  door: AuthDeps,
  slug: string,
  hash: string,
  origin: Origin,
): Promise<Buffer | undefined> {
  const organization = await findPublicOrganization(door, slug, origin)
  if (!organization || organization.logo_url !== logoUrl(organization.slug, hash)) return undefined
  return read(door, organization.id, (db) => findLogo(db, hash))
}

/**
 * Reads a photo of a person of the caller's organization. All of its members may see it. It is not counted as a call: a page
 * loads many with itself.
 *
 * @returns undefined when the person has another one, or none, or is no person of this organization
 * @throws ApiError as `authenticate`
 */
export async function readPhoto(
  door: AuthDeps,
  presented: Omit<Presented, 'isCounted' | 'via'>,
  personId: string,
  hash: string,
): Promise<{ caller: Authenticated['caller']; photo: Buffer | undefined }> {
  const { caller } = await authenticate(door, { ...presented, via: 'api', isCounted: false })
  const { id, status } = caller.organization
  const photo =
    isId(personId) && status === 'active'
      ? await read(door, id, (db) => findPhoto(db, personId, hash))
      : undefined
  return { caller, photo }
}

function read(
  { pool, turns }: AuthDeps,
  orgId: string,
  find: (db: Db) => Promise<Buffer | undefined>,
): Promise<Buffer | undefined> {
  const turn = async (signal?: AbortSignal) => ({ end: await turns.take(orgId, 'images', signal) })
  return withOrganization(pool, orgId, { mode: 'read', turn }, find)
}
