import type pg from 'pg'
import type { Passwords } from '../actions/before.ts'
import type { Handlers } from '../actions/handler.ts'
import type { SignInMethod } from '../domain/sign-in.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { Vault } from '../secrets/personal.ts'
import type { Digests } from '../secrets/secret-key.ts'
import type { FairLimiter } from './fair-limiter.ts'

/** What the pipeline needs from the process. */
export interface Runtime {
  /** The handlers of all actions. They are passed in, because the pipeline may not import actions. */
  handlers: Handlers
  pool: pg.Pool
  /** Separate connections, for what must work when the pool is full: to cancel a query. */
  control: pg.Pool
  /** Whose turn it is to use the pool. */
  turns: FairLimiter
  /** The ways to sign in that this service offers. */
  offered: ReadonlySet<SignInMethod>
  vault: Vault
  digests: Digests
  postbox: MailQueue
  passwords: Passwords
  clock: () => Date
  /** The public address of the service, without a trailing slash. */
  baseUrl: string
  /** Check every answer and event against the contract: always in tests and development. */
  checkResults: boolean
}
