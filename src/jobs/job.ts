import type { Task } from 'graphile-worker'
import type { Day } from '../domain/day.ts'

/** What a payload may hold: ids and days, so that no personal data is ever in the queue. */
export type PayloadKind = 'id' | 'ids' | 'day'
export type PayloadShape = Readonly<Record<string, PayloadKind>>

interface ValueOf {
  id: string
  ids: string[]
  day: Day
}

export type PayloadOf<Shape extends PayloadShape> = { [Field in keyof Shape]: ValueOf[Shape[Field]] }

/** The work of a job. It may run twice, and may find that nothing is left to do: both are fine. */
export type JobTask<Shape extends PayloadShape> = (
  payload: PayloadOf<Shape>,
  helpers: Parameters<Task>[1],
) => Promise<void>

/** What a file of this folder exports. */
export interface Job {
  payload: PayloadShape
  /** When it runs by itself, in UTC; null when only other work queues it. */
  cron: string | null
  task: JobTask<PayloadShape>
}
