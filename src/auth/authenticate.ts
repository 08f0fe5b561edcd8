import type pg from 'pg'
import { audiencesOf } from '../access/roles.ts'
import { translate } from '../db/errors.ts'
import type { Audience, Caller, Role } from '../domain/caller.ts'
import type { Day } from '../domain/day.ts'
import { ApiError } from '../errors.ts'
import { networkOf } from './addresses.ts'
import { hashSecret, isApiKey } from '../secrets/credentials.ts'

/** Requests per minute and credential. REST and MCP are counted together. */
export const rateLimit = 300
/** Refused credentials per minute and client network. */
const refusalLimit = 60

export interface Rate {
  limit: number
  /** Never negative. */
  remaining: number
  /** Whole seconds until the window ends. */
  resetSeconds: number
  /** How many calls of this request are within the limit. */
  granted: number
}

export interface Authenticated {
  caller: Caller
  rate: Rate
}

/** What a request sends to prove who it is. */
export interface Presented {
  /** The `Authorization` header. */
  authorization: string | undefined
  /** The session cookie; ignored when there is an `Authorization` header. */
  session: string | undefined
  /** Client address, to limit guessing. */
  address: string
  via: 'api' | 'mcp'
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

/**
 * Finds the caller and counts the request against the rate limit, with one statement. It does not refuse a caller over
 * the limit; see `overLimit`.
 *
 * @param cost how many calls this request makes (an MCP batch makes several)
 * @throws ApiError unauthenticated; rate_limited after too many wrong credentials from this network; 503 when the
 *   database cannot be reached
 */
export async function authenticate(pool: pg.Pool, presented: Presented, cost = 1): Promise<Authenticated> {
  const { secret, kind } = readSecret(presented)
  const query = { name: 'authenticate', text: authenticateSql, values: [hashSecret(secret), kind, cost] }
  const { rows } = await pool.query<Row>(query).catch((error: unknown) => {
    throw translate(error)
  })
  const [row] = rows
  if (!row) {
    await countRefusal(pool, presented.address)
    throw new ApiError(
      'unauthenticated',
      kind === 'key'
        ? 'This API key is unknown or revoked. Create a new one in the web app.'
        : 'Your session has ended. Sign in again.',
    )
  }
  return { caller: toCaller(row, kind, presented.via), rate: toRate(row, cost) }
}

/**
 * The secret of what was presented. Only its form is checked; nothing is looked up.
 *
 * @throws ApiError unauthenticated
 */
export function readSecret({ authorization, session }: Presented): { secret: string; kind: 'key' | 'web' } {
  if (authorization !== undefined) {
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    if (isApiKey(token)) return { secret: token, kind: 'key' }
    throw new ApiError('unauthenticated', 'This is not an API key. Send one as: Authorization: Bearer hrk_…')
  }
  if (session !== undefined) return { secret: session, kind: 'web' }
  throw new ApiError('unauthenticated', 'Send an API key as: Authorization: Bearer hrk_…')
}

async function countRefusal(pool: pg.Pool, address: string): Promise<void> {
  const attempts = await countAttempt(pool, `refused ${networkOf(address)}`)
  if (attempts > refusalLimit)
    throw new ApiError(
      'rate_limited',
      'Too many refused credentials from this address. Try again in a minute.',
      { retryAfterSeconds: 60 },
    )
}

/**
 * Counts an attempt.
 *
 * @param subject what is counted together, such as `sign-in 192.0.2.1`
 * @returns how many attempts there were in this minute
 */
export async function countAttempt(pool: pg.Pool, subject: string): Promise<number> {
  const { rows } = await pool
    .query<{ n: number }>('select count_attempt($1) as n', [hashSecret(subject)])
    .catch((error: unknown) => {
      throw translate(error)
    })
  return rows[0]?.n ?? 0
}

function toCaller(row: Row, kind: 'key' | 'web', via: 'api' | 'mcp'): Caller {
  return {
    credential: { kind, id: row.credential_id },
    via: kind === 'web' ? 'web' : via,
    audiences: audiencesFor(row),
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

/**
 * A key has its own audience, as long as its member has that, too. A browser session has all audiences of its member.
 */
function audiencesFor({ audience, role, person_id }: Row): Audience[] {
  const own = audiencesOf(role, person_id)
  return audience === null ? own : own.filter((one) => one === audience)
}

function toRate({ used, reset_seconds }: Row, cost: number): Rate {
  return {
    limit: rateLimit,
    remaining: Math.max(0, rateLimit - used),
    resetSeconds: reset_seconds,
    granted: Math.max(0, Math.min(cost, rateLimit - (used - cost))),
  }
}

/** The error for a caller over the rate limit. */
export function overLimit(rate: Rate): ApiError {
  const seconds = Math.max(1, rate.resetSeconds)
  return new ApiError(
    'rate_limited',
    `More than ${rate.limit} requests in this minute. Try again in ${seconds} seconds.`,
    { retryAfterSeconds: seconds },
  )
}
