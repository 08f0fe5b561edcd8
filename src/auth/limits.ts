import { callsPerMinute } from '../config.ts'

/** A number that is allowed in each window; null: any number. Windows begin with each minute, hour and day in UTC. */
export interface Limit {
  minute: number | null
  hour: number | null
  day: number | null
}

/**
 * Failures to sign in that are allowed; a sign-in that succeeds counts nothing here. The narrowest limit comes first.
 * An attempt that one of them refuses is counted by none.
 *
 * From an address from which a login has signed in during the last 30 days, only the first limit applies to it. So
 * nobody else can lock it out there, and behind the one address of an office each of its people has failures of their
 * own. (Only the functions of the database know the number of days.)
 *
 * The limits of one network are so far below those of a login that failures from one network never lock out others.
 * The contract tells these numbers, in the description of `/auth/sign_in`; a test compares the two.
 */
export const signInLimits = {
  'login and address': { minute: 10, hour: 30, day: 60 },
  'login and network': { minute: 20, hour: 60, day: 120 },
  address: { minute: 60, hour: 1000, day: 3000 },
  network: { minute: 180, hour: 3000, day: 9000 },
  login: { minute: 60, hour: 200, day: 600 },
} satisfies Record<string, Limit>

/**
 * Successful sign-ins that are allowed with one password or account. Each takes a core for a moment, and is a row and a
 * session. The contract tells the numbers, in the description of `/auth/sign_in`.
 */
export const successLimits = {
  login: { minute: 30, hour: 200, day: null },
} satisfies Record<string, Limit>

/**
 * Refused credentials that are allowed: API keys and session cookies that are malformed, unknown or ended. They cannot
 * be guessed; the limits only bound the work that strangers cause.
 */
export const refusalLimits = {
  address: { minute: 60, hour: null, day: null },
  network: { minute: 300, hour: null, day: null },
} satisfies Record<string, Limit>

/**
 * Requests to the authorization server that are allowed: of strangers, and of a connection to renew its tokens. All of
 * them count, not only failures. The contract tells the numbers, under Limits.
 */
export const oauthLimits = {
  register: { minute: null, hour: 20, day: null },
  'register network': { minute: null, hour: 100, day: null },
  authorize: { minute: 60, hour: null, day: null },
  'authorize network': { minute: 300, hour: null, day: null },
  token: { minute: 60, hour: null, day: null },
  'renew connection': { minute: null, hour: 120, day: 600 },
  revoke: { minute: 60, hour: null, day: null },
  'document address': { minute: 10, hour: null, day: null },
  'document network': { minute: 30, hour: null, day: null },
  document: { minute: 120, hour: null, day: null },
} satisfies Record<string, Limit>

/** Tries of links of mails that do not work, as many as are allowed. They cannot be guessed, either. */
export const linkLimits = {
  address: { minute: 30, hour: 300, day: null },
  network: { minute: 90, hour: 900, day: null },
} satisfies Record<string, Limit>

/**
 * Requests for a new password that are allowed; each request counts, because each may send a mail. The contract tells
 * these numbers, in the description of `/auth/password_forgotten`.
 */
export const resetLimits = {
  'login and address': { minute: 2, hour: 5, day: 10 },
  address: { minute: 20, hour: 100, day: 300 },
  network: { minute: 60, hour: 300, day: 900 },
  login: { minute: null, hour: 20, day: 40 },
} satisfies Record<string, Limit>

/** The limits of a server, as `RATE_LIMIT_PER_MINUTE` sets them. */
export interface Limits {
  /** Calls per minute and credential. */
  calls: number
  signIn: Record<keyof typeof signInLimits, Limit>
  successes: Record<keyof typeof successLimits, Limit>
  refusals: Record<keyof typeof refusalLimits, Limit>
  oauth: Record<keyof typeof oauthLimits, Limit>
  links: Record<keyof typeof linkLimits, Limit>
  resets: Record<keyof typeof resetLimits, Limit>
}

/**
 * The limits of a server that allows so many calls per minute and credential. More calls come with more failures, in
 * proportion: a program that tries everything also tries wrong credentials, and must not be told `rate_limited` instead
 * of what is wrong. Fewer calls come with the usual failures.
 */
export function limitsFor(calls: number): Limits {
  const factor = Math.max(1, calls / callsPerMinute)
  const scale = (count: number | null) => count && Math.ceil(count * factor)
  const scaled = <Name extends string>(limits: Record<Name, Limit>) =>
    Object.fromEntries(
      Object.entries<Limit>(limits).map(([name, { minute, hour, day }]) => [
        name,
        { minute: scale(minute), hour: scale(hour), day: scale(day) },
      ]),
    ) as Record<Name, Limit>
  return {
    calls,
    signIn: scaled(signInLimits),
    successes: scaled(successLimits),
    refusals: scaled(refusalLimits),
    oauth: scaled(oauthLimits),
    links: scaled(linkLimits),
    resets: scaled(resetLimits),
  }
}

/**
 * Lines of the activity log that may tell that a login failed or is now refused; or that it signed in or out from one
 * network, with one kind of browser and in one way.
 */
export const activityLimits = {
  visited: { minute: null, hour: 1, day: null },
  failed: { minute: null, hour: 3, day: 12 },
  refused: { minute: null, hour: 1, day: 4 },
} satisfies Record<string, Limit>

/** The largest number of browser sessions of a member; one more ends the oldest. */
export const maxSessions = 20
export const sessionDays = 7
