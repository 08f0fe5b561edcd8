import type { Provider } from '../domain/sign-in.ts'

/** A request to sign in or out. */
export interface LoginRequest {
  /** The client's address. */
  address: string
  /** The kind of browser, in a few words; null for another program. */
  browser: string | null
  requestId: string
  /** Is told what the log may say of it, as soon as it is known. */
  note: (facts: VisitFacts) => void
  /** Is told an error of what nobody waits for. */
  fail: (error: Error) => void
}

/** Facts that the log tells of signing in and out: never an e-mail, a password or a whole address. */
export interface VisitFacts {
  /** The organization's id. */
  organization?: string
  network?: string
  /** The beginning of a hash of organization and e-mail, to see what belongs together. */
  login?: string
  /** The limit that refused it. */
  limit?: string
}

/** A member, as the log of activity needs them. */
export interface Member {
  org_id: string
  membership_id: string
  user_id: string
  person_id: string | null
}

/** A member who may sign in. Until the session starts, much can change. */
export interface Admitted extends Member {
  /** The number of times that the member had been disabled when that was decided. */
  disablings: number
}

/**
 * The proof that a member has just given of being themselves: the password that has this hash, or the account at a
 * provider.
 */
export type Basis = { method: 'password'; hash: string } | { method: Provider; subject: string }
