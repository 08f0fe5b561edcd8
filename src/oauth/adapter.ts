import { Provider, errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import { admitAttempt } from '../auth/attempts.ts'
import type { AuthDeps } from '../auth/authenticate.ts'
import { pausedBecause } from '../domain/paused.ts'
import { endConnection, noteAccessToken } from './connections.ts'
import {
  consumeObject,
  destroyObject,
  findObject,
  inOrganization,
  putObject,
  putOwnObject,
  whyPaused,
  type NewObject,
  type Payload,
} from './store.ts'
import { spell } from '../texts/phrase.ts'

/** Milliseconds that a refresh token still works after it was used: clients refresh from several windows at once. */
const graceMs = 30 * 60_000

/** Models that belong to a connection. The id of a grant is that of its connection. */
const owned = new Set(['Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken'])

/**
 * Refuses tokens while the organization is paused or closed, before what they are asked for with is used up: a refresh token
 * that comes a second time much later would end the connection.
 *
 * @throws TemporarilyUnavailable
 */
async function requireOpenFor(door: AuthDeps, orgId: string): Promise<void> {
  const paused = await whyPaused(door, orgId)
  if (!paused) return
  const description = `${spell(pausedBecause(paused), 'en')} Try again when it is open.`
  throw unavailable(description, 503)
}

/**
 * Counts that a connection renews its tokens, before its refresh token is used up: each time leaves two rows, and that of the
 * refresh token stays for weeks. Addresses bound it too little: an app has many, and a refresh token works for a while more.
 *
 * @throws TemporarilyUnavailable past the limit
 */
async function requireShare(door: AuthDeps, connectionId: string): Promise<void> {
  const limits = [door.limits.oauth['renew connection']]
  const attempt = { subjects: [`oauth renew ${connectionId}`], limits }
  const { refusedBy, waitSeconds } = await admitAttempt(door.pool, attempt, door.clock())
  if (refusedBy === undefined) return
  Provider.ctx?.set('Retry-After', String(waitSeconds))
  throw unavailable('This connection has renewed its tokens too often. Try again later.', 429)
}

/**
 * Leaves out of a request to renew tokens what the member did not choose: many apps ask for all that they asked for at first.
 * What asks for nothing else is refused by the library, before the refresh token is used up.
 */
function leaveOutScopes(token: Payload): void {
  const { params } = Provider.ctx!.oidc
  const granted = String(token['scope']).split(' ')
  const kept = String(params?.['scope'] ?? '')
    .split(' ')
    .filter((scope) => granted.includes(scope))
  if (params && kept.length > 0) params['scope'] = kept.join(' ')
}

/** With it, clients keep what they have, and try again. */
function unavailable(description: string, status: 429 | 503): errors.TemporarilyUnavailable {
  const error = new errors.TemporarilyUnavailable(description)
  return Object.assign(error, { status, statusCode: status, expose: true })
}

/** The account of a member, as the authorization server calls it. */
export const accountOf = (orgId: string, membershipId: string): string => `${orgId}:${membershipId}`

/**
 * Where the authorization server keeps its objects: PostgreSQL. Ids are stored as hashes only. Whether a connection still
 * lives is asked with each look-up, by the clock of this server.
 */
export class ObjectStore implements Adapter {
  readonly #door: AuthDeps
  readonly #model: string

  constructor(door: AuthDeps, model: string) {
    this.#door = door
    this.#model = model
  }

  async upsert(id: string, { jti: _jti, ...payload }: AdapterPayload, expiresIn?: number): Promise<void> {
    // Who is signed in is said by our own session; this server remembers nobody.
    if (this.#model === 'Session') return
    const now = this.#door.clock()
    const expiresAt = expiresIn === undefined ? null : new Date(now.getTime() + expiresIn * 1000)
    const object: NewObject = { model: this.#model, id, payload, expiresAt }
    if (!owned.has(this.#model)) return putObject(this.#door, object)
    const connectionId = this.#model === 'Grant' ? id : (payload.grantId as string)
    const [orgId] = payload.accountId!.split(':')
    await inOrganization(this.#door, orgId!, async (db) => {
      await putOwnObject(db, object, connectionId, now)
      if (this.#model === 'AccessToken') await noteAccessToken(db, connectionId, now)
    })
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (this.#model === 'Session') return undefined
    const found = await findObject(this.#door, this.#model, id)
    if (!found) return undefined
    const { payload, consumed_at, org_id: orgId, connection_id: connectionId } = found
    if (orgId !== null && Provider.ctx?.oidc.route === 'token') {
      await requireOpenFor(this.#door, orgId)
      if (this.#model === 'RefreshToken') {
        await requireShare(this.#door, connectionId!)
        leaveOutScopes(payload)
      }
    }
    if (this.#model === 'Client') return payload
    const usedAt = consumed_at === null ? undefined : Date.parse(consumed_at)
    return { ...payload, jti: id, ...(usedAt && this.#isSpent(usedAt) && { consumed: usedAt / 1000 }) }
  }

  /** @param usedAt in milliseconds */
  #isSpent(usedAt: number): boolean {
    const grace = this.#model === 'RefreshToken' ? graceMs : 0
    return usedAt + grace <= this.#door.clock().getTime()
  }

  /**
   * @throws InvalidGrant when another request has just used the same code: both cannot be right, so the connection ends
   */
  async consume(id: string): Promise<void> {
    const first = await consumeObject(this.#door, this.#model, id)
    if (first || this.#model !== 'AuthorizationCode') return
    const found = await findObject(this.#door, this.#model, id)
    if (found) await endConnection(this.#door, found.org_id!, found.connection_id!, 'used twice')
    throw new errors.InvalidGrant('authorization code already consumed')
  }

  async destroy(id: string): Promise<void> {
    if (this.#model === 'Session') return
    if (this.#model !== 'Grant') return destroyObject(this.#door, this.#model, id)
    const grant = await findObject(this.#door, 'Grant', id)
    const byApp = Provider.ctx?.oidc.route === 'revocation'
    if (grant) await endConnection(this.#door, grant.org_id!, id, byApp ? 'revoked by the app' : 'used twice')
  }

  /** Nothing to do: the grant is destroyed in the same moment, and that ends the connection with all of its tokens. */
  async revokeByGrantId(): Promise<void> {}

  /** Sessions are not kept, so none is found. */
  async findByUid(): Promise<undefined> {}

  /** There are no user codes: no device flow. */
  async findByUserCode(): Promise<undefined> {}
}
