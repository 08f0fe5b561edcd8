import type { Db } from '../db/transaction.ts'
import type { EventDraft, DomainEvent, JobDraft } from '../events/domain-event.ts'
import type { Origin } from '../events/origin.ts'
import type { SignalDraft } from '../events/signals.ts'

type Occurrence = EventDraft | SignalDraft
/** An occurrence that can be reacted to: an event of the catalogue, or a signal (`src/events/signals.ts`). */
export type Trigger = Occurrence['type']
/** One that has happened: of a signal `type` and `data`; of an event also whom it is about, and when. */
export type Occurred<T extends Trigger> = Extract<Occurrence, { type: T }>

/** The context of a reaction beside what has happened. */
export interface Surroundings {
  origin: Origin
  orgId: string
  /** The first line that is written to the log of activity with it; null when there is none. */
  activityId: string | null
  /** A new id, greater than all before it. */
  newId: () => string
}

/** The database as a reaction may use it: it adds rows of its organization. */
export type RowsDb = Pick<Db, 'orgId' | 'query'>

/** The work of a reaction. It gets all that has happened of its type in one transaction: a file may hire 250 people. */
export interface Doing<T extends Trigger> {
  /** In a few words, for the table of the README. */
  does: string
  /** Adds rows in the transaction in which it happens, with a number of statements that does not depend on how many. */
  rows?: (db: RowsDb, all: readonly Occurred<T>[], where: Surroundings) => Promise<unknown>
  /** Jobs that start after the commit. The same job twice is queued once. */
  jobs?: (all: readonly Occurred<T>[], where: Surroundings) => readonly JobDraft[]
}

/** A reaction as the writer sees it: without the type of what it reacts to. */
export interface Reaction extends Doing<Trigger> {
  to: Trigger
}

/** Does something whenever this has happened, whoever caused it. */
export const on = <T extends Trigger>(to: T, doing: Doing<T>): Reaction =>
  ({ ...doing, to }) as unknown as Reaction

/**
 * Lets everything react that has to. Statements are sent and not awaited.
 *
 * @returns `jobs` to queue in the same transaction; `written` resolves when all rows are written
 */
export function react(
  reactions: readonly Reaction[],
  db: RowsDb,
  domainEvents: readonly DomainEvent[],
  where: Surroundings,
): { jobs: JobDraft[]; written: Promise<unknown>[] } {
  const occurred = Map.groupBy(domainEvents.flatMap(occurrencesOf), ({ type }) => type)
  if (occurred.size === 0) return { jobs: [], written: [] }
  const jobs = new Map<string, JobDraft>()
  const written: Promise<unknown>[] = []
  for (const { to, rows, jobs: jobsOf } of reactions) {
    const all = occurred.get(to)
    if (!all) continue
    if (rows) written.push(rows(db, all, where))
    for (const job of jobsOf?.(all, where) ?? []) jobs.set(JSON.stringify([job.task, job.payload]), job)
  }
  return { jobs: [...jobs.values()], written }
}

const occurrencesOf = ({ event, signals = [] }: DomainEvent): Occurrence[] =>
  event ? [event, ...signals] : [...signals]
