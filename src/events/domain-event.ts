import type { Day } from '../domain/day.ts'
import type { EventPayloads, EventType } from '../generated/events.ts'
import type { JobPayloads } from '../generated/jobs.ts'
import type { RequestRow } from '../queries/org/approvals.ts'
import type { Summary } from '../texts/log.ts'
import type { SignalDraft } from './signals.ts'

/**
 * Something that happened: the lines of the activity log, the event that is sent, and signals for the service itself.
 * Everything that actions record is one of these, made by a function of `events/<noun>.ts`. What follows from it, such as
 * a job, is a reaction (`src/reactions`).
 */
export interface DomainEvent<Type extends EventType = EventType> {
  activity: ActivityLine[]
  event?: EventDraft<Type>
  signals?: SignalDraft[]
  /** The request that this is about, when the call did not name it: a dry run tells it only to those who see the request. */
  unnamed?: Pick<RequestRow, 'kind' | 'person_id' | 'proposed_by' | 'steps'>
}

/**
 * One line of the activity log. `summary` is a code of `src/texts/log.ts`, with `values` for its places. The name of the
 * subject is none of them: it is looked up when the log is read, so that the log never holds the name of a person who is
 * erased. Pay and private values never appear in it: use `hidden`.
 */
export type ActivityLine = Summary & {
  subject?: Subject
  changes?: Change[]
  /** The person this is about, when the subject is not that person. */
  personId?: string | null
}

export interface Subject {
  type: string
  id: string
  name: string
}

/** One field, before and after. A value that names a record is a `Reference`. */
export interface Change {
  field: string
  before: unknown
  after: unknown
}

/**
 * A record in a change: its id, and the name that it has now. A person's name is looked up when the log is read,
 * because the log is append-only and erasing a person must remove the name.
 */
export type Reference = { id: string; name: string } | { id: string; type: 'person' }

/** A record in a change. Not for persons. */
export const reference = (record: { id: string; name: string } | null): Reference | null =>
  record && { id: record.id, name: record.name }

/** A person in a change. */
export const personReference = (id: string | null): Reference | null =>
  id === null ? null : { id, type: 'person' }

/** An event of the catalogue (`openapi/events/<type>.yaml`). */
export type EventDraft<Type extends EventType = EventType> = {
  [T in Type]: {
    type: T
    /** The id of the event; left out: a new one. */
    id?: string
    subjectId: string
    /** The person that the payload is about: erasing them clears it. */
    personId?: string | null
    /** The day it takes effect, if that is not the day it was recorded. */
    effectiveDate?: Day | null
    data: EventPayloads[T]
  }
}[Type]

export type JobDraft = {
  [Task in keyof JobPayloads]: { task: Task; payload: JobPayloads[Task] }
}[keyof JobPayloads]

/** The changes of a new record: every field that has a value. Not for private fields; they are `hidden`. */
export const asCreated = (fields: Record<string, unknown>): Change[] =>
  Object.entries(fields).flatMap(([field, after]) =>
    after === null || after === undefined ? [] : { field, before: null, after },
  )

/** A private field that was set or changed. The log tells that it was, but never the value. */
export const hidden = (field: string): Change => ({ field, before: null, after: null })
