import type { Task } from 'graphile-worker'
import type { Day } from '../domain/day.ts'
import type { Vault } from '../secrets/personal.ts'

/** What a payload may contain: only ids and days, so that the queue never holds personal data. */
export type PayloadKind = 'id' | 'ids' | 'day'
export type PayloadShape = Readonly<Record<string, PayloadKind>>

interface ValueOf {
  id: string
  ids: string[]
  day: Day
}

export type PayloadOf<Shape extends PayloadShape> = { [Field in keyof Shape]: ValueOf[Shape[Field]] }

/** What jobs have of the process that runs them. */
export interface JobTools {
  /** The time that calls use, which tests can set. */
  clock: () => Date
  /** Opens and seals the private details of people. */
  vault: Vault
}

/** What a task is given by the worker. */
export type JobHelpers = Parameters<Task>[1] & JobTools

/** The work of a job. It must expect to run twice, and to find nothing left to do. */
export type JobTask<Shape extends PayloadShape> = (
  payload: PayloadOf<Shape>,
  helpers: JobHelpers,
) => Promise<void>

/** What a file of this folder exports. */
export interface Job {
  payload: PayloadShape
  /** When it runs by itself, in UTC; null when it runs only if it is queued. */
  cron: string | null
  /** `payload: never` fits every task. The worker has checked the payload before. */
  task: (payload: never, helpers: JobHelpers) => Promise<void>
}
