import type { Db } from '../db/transaction.ts'
import { ApiError, detailOf, problem, type ErrorName } from '../errors.ts'
import { hashSecret } from '../secrets/credentials.ts'
import { isLinkToken } from '../secrets/links.ts'
import { hashPassword } from '../secrets/passwords.ts'
import { networksOf } from './addresses.ts'
import { admitAttempt, checkAttempt, inWords, type Attempt } from './attempts.ts'
import type { AuthDeps } from './authenticate.ts'
import { inHashingTurn } from './hashing.ts'
import { SignInRefusal } from './problems.ts'
import type { LoginRequest } from './login-request.ts'
import { inTurnOfStranger, type Origin } from './turns.ts'
import { signInTexts } from '../texts/sign-in.ts'

/** A link of a mail, as a page or a program sends it. */
export interface Link {
  /** The organization's slug. */
  organization: string
  token: string
}

/** Why a link does not work, as the contract names it. */
export type WrongLink = Extract<ErrorName, `${'invite' | 'reset' | 'email'}_link_${string}`>

/** A link does not work. It is counted against the network that sent it. */
export class LinkRefusal extends SignInRefusal {
  readonly why: WrongLink

  constructor(why: WrongLink, cause?: unknown) {
    const detail = detailOf(problem(why, {}))
    super('invite_invalid', 'not_found', detail.message, { details: [detail], cause })
    this.why = why
  }
}

/** A link as it is known before its row is looked for. */
export interface Opened {
  orgId: string
  tokenHash: Buffer
  now: Date
  origin: Origin
}

/**
 * Does something with a link. Only links that do not work are counted: they cannot be guessed, so this bounds the work
 * that strangers cause.
 *
 * @param unknown the refusal of a link that is not there
 * @throws ApiError rate_limited after too many links that do not work
 */
export async function useLink<T>(
  door: AuthDeps,
  { organization, token }: Link,
  visit: LoginRequest,
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
  if (verdict.refusedBy !== undefined) throw tooMany(verdict.waitSeconds)
  if (orgId !== null) visit.note({ organization: orgId })
  try {
    if (orgId === null || !isLinkToken(token)) throw unknown()
    return await work({ orgId, tokenHash: hashSecret(token), now, origin: visit })
  } catch (error) {
    if (!(error instanceof LinkRefusal)) throw error
    // Of many at the same moment, too, no more than the limit are told what is wrong.
    const { refusedBy, waitSeconds } = await admitAttempt(door.pool, attempt, now)
    throw refusedBy === undefined ? error : tooMany(waitSeconds)
  }
}

/**
 * The hash of the password that is set with a link.
 *
 * @throws ApiError 503 when very many are set at the same time
 */
export const hashInTurn = ({ orgId, tokenHash }: Opened, password: string): Promise<string> =>
  inHashingTurn(orgId, tokenHash.toString('hex'), () => hashPassword(password))

const tooMany = (seconds: number): ApiError =>
  new ApiError('rate_limited', signInTexts.tooManyLinks({ wait: inWords(seconds) }), {
    retryAfterSeconds: seconds,
  })

/** A transaction of the organization of a link, in the turn of whoever has sent it. */
export const inside = <T>(
  door: AuthDeps,
  { orgId, origin }: Pick<Opened, 'orgId' | 'origin'>,
  mode: 'read' | 'write',
  work: (db: Db) => Promise<T>,
): Promise<T> => inTurnOfStranger(door, orgId, origin, mode, work)
