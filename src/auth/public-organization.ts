import { translate } from '../db/errors.ts'
import { withOrganization } from '../db/transaction.ts'
import { logoUrl } from '../domain/images.ts'
import type { Caller } from '../domain/caller.ts'
import type { components } from '../generated/contract.ts'
import { signInMethods, type MethodState } from '../queries/platform/sign-in.ts'
import type { AuthDeps } from './authenticate.ts'
import { takeTurn, type Origin } from './turns.ts'

/** The part of an organization that strangers may know: its sign-in page shows it. */
export interface PublicOrganization {
  id: string
  slug: string
  name: string
  language: string | null
  timeZone: string
  palette: components['schemas']['Palette']
  shell: components['schemas']['Shell']
  /** A path of this service; null without a logo. */
  logo_url: string | null
  /** The ways to sign in that can be used now. */
  methods: { password: boolean; google: boolean; microsoft: boolean }
  /** Nothing for strangers: why only owners and admins can sign in. */
  status: Caller['organization']['status']
  pauseReason: Caller['organization']['pauseReason']
  deleteOn: Caller['organization']['deleteOn']
}

/**
 * Finds an organization by its slug.
 *
 * @returns undefined when there is none
 * @throws ApiError 503 when the database cannot be reached, or very many ask at the same time
 */
export async function findPublicOrganization(
  door: AuthDeps,
  slug: string,
  origin: Origin,
): Promise<PublicOrganization | undefined> {
  const endTurn = await takeTurn(door, origin)
  return find(door, slug).finally(endTurn)
}

async function find({ pool, offered }: AuthDeps, slug: string): Promise<PublicOrganization | undefined> {
  const { rows } = await pool
    .query<{ org_id: string | null }>('select find_organization($1) as org_id', [slug])
    .catch((error: unknown) => {
      throw translate(error)
    })
  const orgId = rows[0]?.org_id
  if (!orgId) return undefined
  return withOrganization(pool, orgId, { mode: 'read' }, async (db) => {
    const [[row], methods] = await Promise.all([
      db.query<Omit<PublicOrganization, 'logo_url' | 'methods'> & { logo_hash: string | null }>(
        `select org_id as id, slug, name, language, time_zone as "timeZone", palette, shell, logo_hash, status, pause_reason as "pauseReason",
                delete_on as "deleteOn"
           from organizations
          where org_id = $1`,
        [db.orgId],
      ),
      signInMethods(db, offered),
    ])
    const usable = ({ on, available }: MethodState) => on && available
    const { password, google, microsoft } = methods
    if (!row) return undefined
    const { logo_hash, ...organization } = row
    return {
      ...organization,
      logo_url: logoUrl(row.slug, logo_hash),
      methods: { password: usable(password), google: usable(google), microsoft: usable(microsoft) },
    }
  })
}
