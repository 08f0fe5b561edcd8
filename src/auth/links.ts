import { withOrganization, type Db } from '../db/transaction.ts'
import type { Happening } from '../events/happening.ts'
import { ApiError, detailOf, problem, type ErrorName } from '../errors.ts'
import { writeHappenings } from '../pipeline/record.ts'
import { hashSecret } from '../secrets/credentials.ts'
import { isLinkToken } from '../secrets/links.ts'
import { networksOf } from './addresses.ts'
import { admitAttempt, checkAttempt, inWords, returnAttempt, type Attempt, type Verdict } from './attempts.ts'
import type { Door } from './authenticate.ts'
import { SignInRefusal } from './problems.ts'
import type { Member, Visit } from './sessions.ts'

/** A link of a mail, as a page or a program sends it. */
export interface Link {
  /** The organization's slug. */
  organization: string
  token: string
}

/** Why a link does not work, as the contract names it. */
export type WrongLink = Extract<ErrorName, `invite_link_${string}` | `reset_link_${string}`>

/** A link does not work. It is counted against the network that sent it. */
export class LinkRefusal extends SignInRefusal {
  readonly why: WrongLink

  constructor(why: WrongLink, cause?: unknown) {
    const detail = detailOf(problem(why, {}))
    super('invite_invalid', 'not_found', detail.message, { details: [detail], cause })
    this.why = why
  }
}

/** What is known of a link before its row is looked for. */
export interface Opened {
  orgId: string
  tokenHash: Buffer
  now: Date
}

/**
 * Does something with a link. Only links that do not work stay counted: they cannot be guessed, so this bounds the work
 * that strangers cause.
 *
 * @param unknown the refusal of a link that is not there
 * @throws ApiError rate_limited after too many links that do not work
 */
export async function useLink<T>(
  door: Door,
  { organization, token }: Link,
  visit: Visit,
  unknown: () => LinkRefusal,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const now = door.clock()
  const { address, network } = networksOf(visit.address)
  visit.note({ network })
  const attempt: Attempt = {
    subjects: [`link address ${address}`, `link network ${network}`],
    limits: [door.limits.links.address, door.limits.links.network],
  }
  const { organizationId: orgId, ...verdict } = await checkAttempt(door.pool, attempt, organization, now)
  if (orgId !== null) visit.note({ organization: orgId })
  requireAdmitted(verdict)
  const counted = await admitAttempt(door.pool, attempt, now)
  requireAdmitted(counted)
  let wrong = false
  try {
    if (orgId === null || !isLinkToken(token)) throw unknown()
    return await work({ orgId, tokenHash: hashSecret(token), now })
  } catch (error) {
    wrong = error instanceof LinkRefusal
    throw error
  } finally {
    if (!wrong) await returnAttempt(door.pool, attempt, counted, now, false)
  }
}

/** @throws ApiError rate_limited */
function requireAdmitted({ refusedBy, waitSeconds }: Pick<Verdict, 'refusedBy' | 'waitSeconds'>): void {
  if (refusedBy !== undefined) throw tooMany(waitSeconds)
}

const tooMany = (seconds: number): ApiError =>
  new ApiError('rate_limited', `Too many links that do not work. Try again in ${inWords(seconds)}.`, {
    retryAfterSeconds: seconds,
  })

/** What members do around their own login, as the log of activity names it. */
export type LoginAction = 'auth.invite_accept' | 'auth.password_forgotten' | 'auth.password_reset'

/** Writes to the log of activity what a member did around their own login. */
export async function recordOwn(
  db: Db,
  member: Pick<Member, 'user_id' | 'membership_id'>,
  { requestId }: Visit,
  action: LoginAction,
  happenings: readonly Happening[],
  now: Date,
): Promise<void> {
  const actor = { kind: 'user' as const, id: member.user_id, membershipId: member.membership_id }
  const origin = { action, actor, via: 'web' as const, requestId, now }
  await writeHappenings(db, origin, { happenings: [...happenings], jobs: [] }).written
}

/** A transaction of the organization of a link. */
export const inside = <T>(
  door: Door,
  { orgId }: Pick<Opened, 'orgId'>,
  mode: 'read' | 'write',
  work: (db: Db) => Promise<T>,
): Promise<T> => withOrganization(door.pool, orgId, { mode }, work)
