import type pg from 'pg'
import { audiencesWith } from '../access/roles.ts'
import { translate } from '../db/errors.ts'
import type { Audience, Caller, CredentialKind, Role } from '../domain/caller.ts'
import type { Day } from '../domain/day.ts'
import type { SignInMethod } from '../domain/sign-in.ts'
import { ApiError } from '../errors.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { hashSecret, isAccessToken, isApiKey, isSessionSecret } from '../secrets/credentials.ts'
import { networksOf } from './addresses.ts'
import { admitAttempt } from './attempts.ts'
import type { FairLimiter } from '../pipeline/fair-limiter.ts'
import type { Limits } from './limits.ts'
import type { Providers } from './providers.ts'
import type { RefusedCredentials } from './refused-credentials.ts'
import { accessTexts, endedTexts } from '../texts/access.ts'
import type { Phrase } from '../texts/phrase.ts'

/** Parts of the server that check credentials. */
export interface AuthDeps {
  pool: pg.Pool
  /** Turns to use the pool. */
  turns: FairLimiter
  clock: () => Date
  refusals: RefusedCredentials
  limits: Limits
  /** The ways to sign in that this service offers. */
  offered: ReadonlySet<SignInMethod>
  providers: Providers
  postbox: MailQueue
}

export interface Rate {
  limit: number
  /** Never negative. */
  remaining: number
  /** Whole seconds until the window ends. */
  resetSeconds: number
  /** Calls of this request that are within the limit: 1 or none. */
  granted: 0 | 1
}

export interface Authenticated {
  caller: Caller
  rate: Rate
}

/** Credentials as a request sends them, and what is known of its sender. */
export interface Presented {
  /** The `Authorization` header. */
  authorization: string | undefined
  /** The session cookie; ignored when there is an `Authorization` header. */
  session: string | undefined
  /** Client address, to limit guessing. */
  address: string
  via: 'api' | 'mcp'
  /** False for what a page loads with itself, such as photos: it is not counted as a call. */
  isCounted?: boolean
}

interface Row {
  credential_id: string
  audience: Audience | null
  membership_id: string
  role: Role
  person_id: string | null
  user_id: string
  email: string
  display_name: string
  user_language: string | null
  org_id: string
  slug: string
  org_name: string
  org_language: string | null
  time_zone: string
  status: Caller['organization']['status']
  pause_reason: Caller['organization']['pauseReason']
  paused_since: string | null
  delete_on: Day | null
  used: number
  reset_seconds: number
}

export const authenticateSql = 'select * from authenticate($1, $2, $3)'
const authenticateAppSql = 'select * from authenticate_app($1, $2, $3)'

/**
 * Finds the caller and counts the request against the rate limit, with one statement. It does not refuse the first
 * request over the limit, see `overLimit`; it refuses those after it in the same minute, without the database.
 *
 * @throws ApiError unauthenticated; rate_limited after too many requests, or too many refused credentials from this
 *   network; 503 when the database cannot be reached
 */
export async function authenticate(door: AuthDeps, presented: Presented): Promise<Authenticated> {
  const credential = read(presented)
  requirePassage(door, presented.address, credential)
  if (!credential) return refuse(door, presented)
  const { id, kind } = credential
  const seconds = door.refusals.overFor(id, door.clock())
  if (seconds > 0)
    throw overLimit({ limit: door.limits.calls, remaining: 0, resetSeconds: seconds, granted: 0 })
  const { rows } = await door.pool
    .query<Row>(questionOf(door, credential, presented))
    .catch((error: unknown) => {
      throw translate(error)
    })
  const [row] = rows
  if (!row) {
    door.refusals.noteInvalid(id)
    return refuse(door, presented, kind)
  }
  door.refusals.noteValid(id)
  const rate = toRate(row, door.limits.calls)
  if (rate.granted < 1) door.refusals.noteOver(id, rate.resetSeconds, door.clock())
  return { caller: toCaller(row, kind, presented), rate }
}

/** The connection of an app ends by the clock of this process, so its statement is told the time. */
function questionOf(
  { clock }: AuthDeps,
  { hash, kind }: Credential,
  { isCounted = true }: Presented,
): pg.QueryConfig {
  const cost = isCounted ? 1 : 0
  return kind === 'app'
    ? { name: 'authenticate_app', text: authenticateAppSql, values: [hash, cost, clock()] }
    : { name: 'authenticate', text: authenticateSql, values: [hash, kind, cost] }
}

/** A secret with the right form. */
export interface Credential {
  hash: Buffer
  /** The hash as text, to remember the credential by. */
  id: string
  kind: CredentialKind
}

/**
 * Reads the presented credential; undefined when it has not the form of one.
 *
 * @throws ApiError unauthenticated when nothing was presented
 */
function read({ authorization, session, via }: Presented): Credential | undefined {
  if (authorization !== undefined) {
    const token = tokenOf(authorization)
    if (via === 'mcp' && isAccessToken(token)) return identify(token, 'app')
    return isApiKey(token) ? identify(token, 'key') : undefined
  }
  if (session !== undefined) return readSessionSecret(session)
  throw new ApiError(
    'unauthenticated',
    via === 'mcp' ? accessTexts.connectOrSendKey() : accessTexts.sendKey(),
  )
}

function tokenOf(authorization: string): string {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
}

/** A session's secret as a credential; undefined when it has not the form of one. */
export function readSessionSecret(secret: string): Credential | undefined {
  return isSessionSecret(secret) ? identify(secret, 'web') : undefined
}

function identify(secret: string, kind: CredentialKind): Credential {
  const hash = hashSecret(secret)
  return { hash, id: hash.toString('latin1'), kind }
}

/**
 * Refuses a credential without a look-up when its network has sent too many wrong ones in this minute.
 *
 * @throws ApiError rate_limited
 */
export function requirePassage(
  { refusals, clock }: AuthDeps,
  address: string,
  credential: Credential | undefined,
): void {
  const seconds = refusals.secondsFor(address, credential?.id, clock)
  if (seconds > 0) throw new NetworkRefusal(seconds)
}

async function refuse(door: AuthDeps, presented: Presented, kind?: CredentialKind): Promise<never> {
  await countRefusal(door, presented.address)
  throw new ApiError('unauthenticated', whyRefused(presented, kind))
}

function whyRefused({ authorization, via }: Presented, kind: CredentialKind | undefined): Phrase {
  if (kind !== undefined) return endedTexts[kind]()
  if (authorization === undefined) return endedTexts.web()
  return via === 'api' && isAccessToken(tokenOf(authorization))
    ? accessTexts.tokenForMcp()
    : accessTexts.notKey()
}

/**
 * Counts a refused credential.
 *
 * @throws ApiError rate_limited after too many from this network
 */
export async function countRefusal(door: AuthDeps, client: string): Promise<void> {
  const { address, network } = networksOf(client)
  const now = door.clock()
  const attempt = {
    subjects: [`refused address ${address}`, `refused network ${network}`],
    limits: [door.limits.refusals.address, door.limits.refusals.network],
  }
  const { refusedBy, waitSeconds } = await admitAttempt(door.pool, attempt, now)
  if (refusedBy === undefined) return
  door.refusals.block(refusedBy === 0 ? address : network, waitSeconds, now)
  throw new NetworkRefusal(waitSeconds)
}

/** The refusal of a credential whose network has sent too many wrong ones: it may be a good one. */
export class NetworkRefusal extends ApiError {
  constructor(seconds: number) {
    super('rate_limited', accessTexts.tooManyRefused({ seconds }), { retryAfterSeconds: seconds })
  }
}

function toCaller(row: Row, kind: CredentialKind, { via, address }: Presented): Caller {
  return {
    credential: { kind, id: row.credential_id },
    via: kind === 'web' ? 'web' : via,
    from: networksOf(address),
    audiences: audiencesWith(row.audience, row.role, row.person_id),
    membershipId: row.membership_id,
    role: row.role,
    personId: row.person_id,
    user: { id: row.user_id, email: row.email, displayName: row.display_name, language: row.user_language },
    organization: {
      id: row.org_id,
      slug: row.slug,
      name: row.org_name,
      language: row.org_language,
      timeZone: row.time_zone,
      status: row.status,
      pauseReason: row.pause_reason,
      pausedSince: row.paused_since,
      deleteOn: row.delete_on,
    },
  }
}

function toRate({ used, reset_seconds }: Row, limit: number): Rate {
  return {
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: reset_seconds,
    granted: used <= limit ? 1 : 0,
  }
}

/** The error for a caller over the rate limit. */
export function overLimit(rate: Rate): ApiError {
  const seconds = Math.max(1, rate.resetSeconds)
  return new ApiError('rate_limited', accessTexts.overLimit({ limit: rate.limit, seconds }), {
    retryAfterSeconds: seconds,
    headers: rateHeaders(rate),
  })
}

/** Headers that tell the calls which a client has left in this minute. */
export function rateHeaders({ limit, remaining, resetSeconds }: Rate): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  }
}
