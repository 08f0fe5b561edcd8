import type { Db } from '../db/transaction.ts'
import type { Caller } from '../domain/caller.ts'
import type { AnnouncedFile } from '../domain/documents.ts'
import type { Problem } from '../errors.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import type { ActionId } from '../generated/actions.ts'
import type { ActionErrors } from '../generated/errors.ts'
import type { Place, Storage } from '../storage/storage.ts'
import type { Context } from './context.ts'

/** The call as an action knows it before its transaction. */
export interface Before<K extends ActionId = ActionId> extends Pick<
  Context<K>,
  'caller' | 'now' | 'today' | 'refuse' | 'fail'
> {
  /** Reads in a transaction that ends before this returns. */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /**
   * Writes what stays of a call that is refused, in a transaction of its own; in a dry run, nothing.
   *
   * @param work writes rows, and says what goes to the log
   * @throws ApiError unauthenticated, forbidden when the caller may not act any more: they learn nothing else then
   */
  writeRefused: (
    work: (db: Db, record: (domainEvent: DomainEvent<never>) => void) => unknown,
  ) => Promise<void>
  passwords: Passwords
  files: Files
  /** The name of the database, which another one has not, such as one restored from a backup. */
  databaseId: string
  /**
   * Looks again and again until it finds something, at most so many milliseconds. It ends before when the client has gone or
   * the server stops, and looks only once, or not at all, when too many calls wait.
   */
  waitUntil: (look: () => Promise<boolean>, ms: number) => Promise<void>
}

/** Work with files, which takes a network, a disk or another process. */
export interface Files extends Pick<Storage, 'grantUpload' | 'grantDownload'> {
  /**
   * Makes a square of 512 x 512 pixels from a JPEG, PNG or WebP, as WebP without metadata; or says why not.
   *
   * @param fit `whole`: with transparent bars; `centre`: cropped to the square in the middle
   * @throws ApiError rate_limited when very many images are made at the same time; 503 when none can be
   */
  makeSquare: (
    orgId: string,
    bytes: Buffer,
    fit: 'whole' | 'centre',
  ) => Promise<Buffer | Problem<ImageProblem>>
  /**
   * Looks at what was put at a place: its size, its SHA-256, and what it is.
   *
   * @throws ApiError rate_limited when very many files are looked at at the same time; 503 when nobody can tell
   */
  check: (place: Place, announced: AnnouncedFile) => Promise<CheckedFile>
}

type ImageProblem = Extract<ActionErrors['platform_appearance_logo_upload'], `image_${string}`>

/** Outcome of a look at a place. */
export type CheckedFile =
  /** Nothing, or not all of it. */
  | 'missing'
  /** Just what was announced, and nothing that may not be kept. */
  | 'kept'
  /** The reason why it is not kept. */
  | Problem<ActionErrors['documents_upload_finish']>

/** Work with passwords, which takes a core. In a dry run nothing is compared or hashed. */
export interface Passwords {
  /**
   * Compares the caller's password with its hash, and hashes another one, in their turn. A wrong one counts as a failure to
   * sign in.
   *
   * @returns the hash of the other one; undefined when the first one is wrong
   * @throws ApiError rate_limited; 503 when very many passwords are set at the same time
   */
  replace: (
    caller: Caller,
    hash: string,
    given: { current: string; next: string },
  ) => Promise<string | undefined>
}
