import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { translate } from '../db/errors.ts'
import { isAdminRole } from '../access/roles.ts'
import { withOrganization } from '../db/transaction.ts'
import type { Role } from '../domain/caller.ts'
import { ApiError } from '../errors.ts'
import { networkOf } from './addresses.ts'
import { countAttempt } from './authenticate.ts'
import { verifyPassword } from '../secrets/passwords.ts'
import { hashSecret, newSessionSecret } from '../secrets/credentials.ts'

const sessionDays = 7
const attemptsPerNetwork = 20
/** Per minute, for one login from one network. */
const attemptsPerLogin = 10
/**
 * Per minute, for one login from all networks. High enough that a stranger does not easily lock the owner out, low
 * enough that guessing a password takes too long.
 */
const attemptsEverywhere = 100

export interface Session {
  secret: string
  expiresAt: Date
}

interface Login {
  org_id: string
  membership_id: string
  password_hash: string | null
  role: string
  membership_status: string
  organization_status: string
}

/**
 * Starts a browser session for a password. The error does not tell whether organization, e-mail or password was wrong.
 * Attempts are limited for the network of the client and for the login.
 *
 * @throws ApiError unauthenticated, rate_limited, forbidden (a paused organization admits owners and admins only)
 */
export async function signIn(
  pool: pg.Pool,
  input: { organization: string; email: string; password: string },
  address: string,
  now: Date,
): Promise<Session> {
  const login = `${input.organization} ${input.email}`.toLowerCase()
  const network = networkOf(address)
  const [ofNetwork, ofLogin, everywhere] = await Promise.all([
    countAttempt(pool, `sign-in ${network}`),
    countAttempt(pool, `sign-in ${login} ${network}`),
    countAttempt(pool, `sign-in ${login}`),
  ])
  if (ofNetwork > attemptsPerNetwork || ofLogin > attemptsPerLogin || everywhere > attemptsEverywhere)
    throw new ApiError('rate_limited', 'Too many attempts to sign in. Try again in a minute.', {
      retryAfterSeconds: 60,
    })
  const found = await findLogin(pool, input.organization, input.email)
  const matches = await verifyPassword(input.password, found?.password_hash ?? null)
  if (!found || !matches || found.membership_status !== 'active')
    throw new ApiError('unauthenticated', 'The organization, e-mail or password is not right.')
  if (found.organization_status !== 'active' && !isAdminRole(found.role as Role))
    throw new ApiError(
      'forbidden',
      'This organization is paused: only its owners and admins can sign in. Ask one of them.',
    )
  return createSession(pool, found, now)
}

async function findLogin(pool: pg.Pool, slug: string, email: string): Promise<Login | undefined> {
  const { rows } = await pool
    .query<Login>('select * from find_login($1, $2)', [slug, email])
    .catch((error: unknown) => {
      throw translate(error)
    })
  return rows[0]
}

async function createSession(pool: pg.Pool, login: Login, now: Date): Promise<Session> {
  const session = {
    secret: newSessionSecret(),
    expiresAt: new Date(now.getTime() + sessionDays * 86_400_000),
  }
  const id = randomUUIDv7()
  await withOrganization(pool, login.org_id, { mode: 'write' }, (db) =>
    Promise.all([
      db.query(`insert into sessions (org_id, id, membership_id, expires_at) values ($1, $2, $3, $4)`, [
        login.org_id,
        id,
        login.membership_id,
        session.expiresAt,
      ]),
      db.query(
        `insert into credential_lookups (secret_hash, kind, org_id, credential_id) values ($1, 'web', $2, $3)`,
        [hashSecret(session.secret), login.org_id, id],
      ),
    ]),
  )
  return session
}

/** Ends the session with this secret, if there is one. */
export async function signOut(pool: pg.Pool, secret: string): Promise<void> {
  await pool.query('select end_session($1)', [hashSecret(secret)]).catch((error: unknown) => {
    throw translate(error)
  })
}
