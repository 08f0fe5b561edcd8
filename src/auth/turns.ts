import { isBusy } from '../db/errors.ts'
import { withOrganization, type Db } from '../db/transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { unavailable } from '../errors.ts'
import type { operations } from '../generated/contract.ts'
import { FairLimiter, type EndTurn } from '../pipeline/fair-limiter.ts'
import { turnsOf } from '../pipeline/urgent.ts'
import { networksOf } from './addresses.ts'
import { readSessionSecret, type AuthDeps } from './authenticate.ts'
import type { Member } from './login-request.ts'
import { serviceTexts } from '../texts/requests.ts'

/** Requests of one address that may wait: more than one address may have connections. */
const waitingPerAddress = 600

/**
 * Turns of those who show no credential, such as who opens a sign-in page or the link of a mail. Few of their questions are
 * answered at a time: one network that asks very much leaves connections to all others. Its own people wait with it.
 */
const strangers = new FairLimiter({
  total: 3,
  perOrganization: 2,
  perMember: 2,
  waitingPerMember: waitingPerAddress,
  waitMs: 3000,
})

/**
 * Turns of those who have just proven who they are. They neither wait for the calls of their organization, which could
 * keep its members from signing in, nor for strangers.
 */
const entering = new FairLimiter({
  total: 3,
  perOrganization: 2,
  perMember: 2,
  waitingPerMember: 30,
  waitMs: 4000,
})

/** Where a request comes from. */
export interface Origin {
  /** Address of the client. */
  address: string
  /** The session cookie that came along. */
  session?: string | undefined
}

/**
 * Waits for the turn of a request that nobody has looked at yet. A session that worked lately has turns of its own, so
 * whoever is signed in does not wait for strangers at the same address.
 *
 * @throws ApiError 503 when very many ask at the same time
 */
export async function takeTurn({ refusals }: Pick<AuthDeps, 'refusals'>, origin: Origin): Promise<EndTurn> {
  const { address, network } = networksOf(origin.address)
  const session = origin.session === undefined ? undefined : readSessionSecret(origin.session)
  const taken =
    session && refusals.wasValid(session.id)
      ? strangers.take('sessions', session.id)
      : strangers.take(network, address)
  return taken.catch((cause: unknown) => {
    throw unavailable(serviceTexts.manyAsk(), cause)
  })
}

/**
 * A transaction of who comes in or goes out, or changes how. What they sent does not conflict with what others do at that
 * moment: records that are locked for too long are unavailable.
 *
 * @throws ApiError 503
 */
export const atTheDoor: typeof withOrganization = (...given) =>
  withOrganization(...given).catch((error: unknown) => {
    throw isBusy(error) ? unavailable(serviceTexts.busy(), error) : error
  })

/** A transaction in the turn of a request that shows no credential. */
export const inTurnOfStranger = <T>(
  door: AuthDeps,
  orgId: string,
  origin: Origin,
  mode: 'read' | 'write',
  work: (db: Db) => Promise<T>,
): Promise<T> =>
  atTheDoor(door.pool, orgId, { mode, turn: async () => ({ end: await takeTurn(door, origin) }) }, work)

/**
 * A transaction in the turn of whoever is signed in, as calls of actions take them.
 *
 * @param operation which call it is, if it may be urgent
 */
export const inTurnOf = <T>(
  { pool, turns: usual }: AuthDeps,
  { organization, membershipId }: Caller,
  mode: 'read' | 'write',
  work: (db: Db) => Promise<T>,
  operation?: keyof operations,
): Promise<T> => {
  const turns = operation === undefined ? usual : turnsOf(usual, operation)
  return atTheDoor(
    pool,
    organization.id,
    { mode, turn: async (signal) => ({ end: await turns.take(organization.id, membershipId, signal) }) },
    work,
  )
}

/** A transaction in the turn of a member who is about to get a session. */
export const inTurnOfEntering = <T>(
  { pool }: AuthDeps,
  { org_id: orgId, membership_id: id }: Member,
  work: (db: Db) => Promise<T>,
): Promise<T> =>
  atTheDoor(
    pool,
    orgId,
    {
      mode: 'write',
      turn: async (signal) => ({
        end: await entering.take(orgId, id, signal).catch((cause: unknown) => {
          throw unavailable(serviceTexts.manySignIn(), cause)
        }),
      }),
    },
    work,
  )
