import type pg from 'pg'
import type { Files, Passwords } from '../actions/before.ts'
import type { Tools } from '../actions/context.ts'
import type { Handlers } from '../actions/handler.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { Vault } from '../secrets/personal.ts'
import type { Digests } from '../secrets/secret-key.ts'
import type { UploadGrant } from '../storage/storage.ts'
import type { FairLimiter } from './fair-limiter.ts'
import type { Waiting } from './waiting.ts'

/** Work with files, also for pages, whose forms send them to the service itself. */
export interface SendingFiles extends Files {
  /** Sends bytes as a grant says. */
  send: (grant: Pick<UploadGrant, 'url' | 'headers'>, bytes: Buffer) => Promise<void>
}

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
  /** Opens and seals what is private of people. */
  vault: Vault
  postbox: MailQueue
  passwords: Passwords
  files: SendingFiles
  /** Calls that wait until something happens. */
  waiting: Waiting
  clock: () => Date
  /** Check every answer and event against the contract: always in tests and development. */
  checkResults: boolean
}
