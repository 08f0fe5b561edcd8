import type { Task } from 'graphile-worker'
import type { ClientBase } from 'pg'
import { asSystem, type SystemDb } from '../db/system.ts'
import type { Day } from '../domain/day.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { Vault } from '../secrets/personal.ts'
import type { Storage } from '../storage/storage.ts'

/** Kinds of values that a payload may contain: only ids and days, so that the queue never holds personal data. */
export type PayloadKind = 'id' | 'ids' | 'day'
export type PayloadShape = Readonly<Record<string, PayloadKind>>

interface ValueOf {
  id: string
  ids: string[]
  day: Day
}

export type PayloadOf<Shape extends PayloadShape> = { [Field in keyof Shape]: ValueOf[Shape[Field]] }

/** Parts of the process that its jobs use. */
export interface JobTools {
  /** The time that calls use, which tests can set. */
  clock: () => Date
  /** Opens and seals the private details of people. */
  vault: Vault
  /** Writes and sends mails. */
  postbox: MailQueue
  /** Where files are kept. It may wait for a network, so it is never asked in a transaction. */
  storage: Storage
}

/** Tools that the worker gives a task. */
export type JobHelpers = Parameters<Task>[1] & JobTools

/** The work of a job. It must expect to run twice, and to find nothing left to do. */
export type JobTask<Shape extends PayloadShape> = (
  payload: PayloadOf<Shape>,
  helpers: JobHelpers,
) => Promise<void>

/** Runs work in a transaction that sees all organizations. */
export type AsSystem = <T>(work: (db: SystemDb) => Promise<T>) => Promise<T>

/**
 * Does the same for one thing after the other, in transactions of their own: usually an organization. One that fails does
 * not stop the others. The job fails at its end, and is tried again. There may be as many as organizations or fields: each
 * takes its turn, and the job stops between two of them.
 *
 * @param find what there is to do
 * @param what the log says when it could not be done, about this one
 */
export async function forEachDue<Due>(
  { withPgClient, abortSignal, logger }: Pick<JobHelpers, 'withPgClient' | 'abortSignal' | 'logger'>,
  find: (db: SystemDb) => Promise<Due[]>,
  what: (due: Due) => string,
  work: (due: Due, system: AsSystem) => Promise<void>,
): Promise<void> {
  const system: AsSystem = (inside) => withPgClient((client) => asSystem(client as ClientBase, inside))
  const failures: unknown[] = []
  for (const due of await system(find)) {
    if (abortSignal?.aborted) return
    try {
      await work(due, system)
    } catch (error) {
      logger.error(`could not ${what(due)}`)
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** A page of records in order of their ids. */
export interface Page {
  /** The last record of the page before; null on the first page. */
  afterId: string | null
  limit: number
}

/**
 * Does the pages of one thing after the other, until there are no more or the job stops. There are as many as the thing has
 * records.
 *
 * @param onPage answers the last record of its page, undefined when there are no more
 */
export async function forEachPage(
  { abortSignal }: Pick<JobHelpers, 'abortSignal'>,
  limit: number,
  onPage: (page: Page) => Promise<string | undefined>,
): Promise<void> {
  for (let afterId: string | null | undefined = null; afterId !== undefined && !abortSignal?.aborted;)
    afterId = await onPage({ afterId, limit })
}

/** A job, as each file of this folder exports one. */
export interface Job {
  payload: PayloadShape
  /** When it runs by itself, in UTC; null when it runs only if it is queued. */
  cron: string | null
  /** `payload: never` fits every task. The worker has checked the payload before. */
  task: (payload: never, helpers: JobHelpers) => Promise<void>
}

/** Failures in a row after which the storage counts as away: each may have waited for a network. */
const mostFailures = 10

interface Asking<File> {
  /** Answers true where what is asked is so, or is done. */
  ask: (file: File) => Promise<boolean>
  /** Tells the operator that the storage refused. */
  tell: (file: File) => void
  abortSignal: AbortSignal | undefined
}

/**
 * Asks the storage about one file after the other. One that it refuses does not keep the others from their turn.
 *
 * @returns the files where the answer was true, and whether the storage has refused too many one after the other
 */
export async function askInTurn<File>(
  files: readonly File[],
  { ask, tell, abortSignal }: Asking<File>,
): Promise<{ agreed: File[]; isAway: boolean }> {
  const agreed: File[] = []
  let failures = 0
  for (const file of files) {
    if (abortSignal?.aborted) break
    try {
      if (await ask(file)) agreed.push(file)
      failures = 0
    } catch {
      tell(file)
      if (++failures === mostFailures) return { agreed, isAway: true }
    }
  }
  return { agreed, isAway: false }
}
