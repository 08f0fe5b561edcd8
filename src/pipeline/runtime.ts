import type pg from 'pg'
import type { Files, Passwords } from '../actions/before.ts'
import type { Tools } from '../actions/context.ts'
import type { Handlers } from '../actions/handler.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { Digests } from '../secrets/secret-key.ts'
import type { FairLimiter } from './fair-limiter.ts'
import type { Waiting } from './waiting.ts'

/** Parts of the process that the pipeline needs. */
export interface Runtime extends Tools {
  /** The handlers of all actions. They are passed in, because the pipeline may not import actions. */
  handlers: Handlers
  pool: pg.Pool
  /** Separate connections, for what must work when the pool is full: to cancel a query. */
  control: pg.Pool
  /** Turns to use the pool. */
  turns: FairLimiter
  digests: Digests
  postbox: MailQueue
  passwords: Passwords
  files: Files
  /** Calls that wait until something happens. */
  waiting: Waiting
  clock: () => Date
  /** Check every answer and event against the contract: always in tests and development. */
  checkResults: boolean
}
