import { isAdminRole } from '../access/roles.ts'
import type { Role } from '../domain/caller.ts'
import { pausedBecause, type Paused } from '../domain/paused.ts'
import { ApiError, type ErrorCode, type ErrorOptions } from '../errors.ts'
import { pausedTexts } from '../texts/access.ts'
import type { Phrase } from '../texts/phrase.ts'
import { signInTexts } from '../texts/sign-in.ts'

/**
 * Why somebody could not sign in, accept an invite or link an account, in words for programs: pages have a text for each,
 * and after a provider the browser is sent to `/{slug}?problem=<one of these>`. Nothing else ever stands there.
 */
export const signInProblems = [
  /** The organization has turned the method off. */
  'method_off',
  /** This service does not offer the method. */
  'method_not_offered',
  /** The provider did not answer, or not as it should. */
  'provider_unavailable',
  /** The person said no at the provider. */
  'provider_denied',
  /** The answer of the provider does not belong to this browser, was used already, or came too late. */
  'start_again',
  /** No login of the organization has this account. */
  'not_linked',
  /** The account belongs to another login. */
  'identity_taken',
  /** The login has another account at this provider. */
  'other_identity_linked',
  /** The organization is paused or closed, and admits owners and admins only. */
  'paused',
  /** The invite is not there, was used, was revoked or has expired. */
  'invite_invalid',
  /**
   * The proof did not hold any more when the session was to start: the password was changed, or the account unlinked.
   */
  'login_changed',
  /** To link an account, somebody must be signed in. */
  'sign_in_first',
  /** The login has signed in very often. */
  'too_many_sign_ins',
  /** Too many failures. */
  'rate_limited',
  /** Something went wrong on our side. */
  'unavailable',
] as const
export type SignInProblem = (typeof signInProblems)[number]

/** A refusal that pages can tell in the reader's language. */
export class SignInRefusal extends ApiError {
  readonly problem: SignInProblem

  constructor(
    problem: SignInProblem,
    code: ErrorCode,
    about: Phrase | undefined,
    options: ErrorOptions = {},
  ) {
    super(code, about, options)
    this.problem = problem
  }
}

/** The refusal of a member who is neither an owner nor an admin, while the organization is paused or closed. */
export const whilePaused = (): SignInRefusal =>
  new SignInRefusal('paused', 'forbidden', pausedTexts.onlyAdminsSignIn())

/** Tells whether somebody may do more with their own login than sign out. */
export const isOpenFor = ({ status }: Pick<Paused, 'status'>, role: Role, admins = true): boolean =>
  status === 'active' || (admins && isAdminRole(role))

/**
 * Refuses what somebody does with their own login while the organization is paused or closed. Owners and admins keep what
 * defends theirs: they can sign in, so others can, too, who have their password.
 *
 * @param admins left out: they may; else nobody may
 * @throws SignInRefusal paused, with the reason
 */
export function requireOpenFor(
  organization: Paused,
  role: Role,
  { admins = true }: { admins?: boolean } = {},
): void {
  if (isOpenFor(organization, role, admins)) return
  const because = pausedBecause(organization)
  const way = isAdminRole(role) ? pausedTexts.operatorFixes() : pausedTexts.adminFixes()
  throw new SignInRefusal('paused', 'forbidden', pausedTexts.andWay({ because, way }))
}

/** The refusal of a sign-in that began before the login was changed, or its member disabled. */
export const loginChanged = (): SignInRefusal =>
  new SignInRefusal('login_changed', 'unauthenticated', signInTexts.loginChanged())

/** The problem that a page tells of an error. */
export function signInProblemOf(error: unknown): SignInProblem {
  if (error instanceof SignInRefusal) return error.problem
  return error instanceof ApiError && error.code === 'rate_limited' ? 'rate_limited' : 'unavailable'
}
