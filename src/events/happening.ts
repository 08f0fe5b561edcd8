import type { Day } from '../domain/day.ts'
import type { EventPayloads, EventType } from '../generated/events.ts'
import type { JobPayloads } from '../generated/jobs.ts'

/**
 * Something that happened, said once: the lines of the activity log, the event that goes out, the jobs that follow.
 * Everything that is recorded is one of these, made by a function of `events/<noun>.ts`.
 */
export interface Happening<Type extends EventType = EventType> {
  activity: ActivityLine[]
  event?: EventDraft<Type>
  jobs?: JobDraft[]
}

/** One line of the activity log. Pay and private values never appear in it: use `hidden`. */
export interface ActivityLine {
  /** Plain words; `{subject}` is filled with the subject's name by whoever reads, so that erasing a person reaches it. */
  summary: string
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

/** One field before and after. Values that name a record are a `Reference`. */
export interface Change {
  field: string
  before: unknown
  after: unknown
}

/** A record in a change: by id, and by the name that it has now. A person's name is looked up by whoever reads. */
export type Reference = { id: string; name: string } | { id: string; type: 'person' }

export const reference = (record: { id: string; name: string } | null): Reference | null =>
  record && { id: record.id, name: record.name }

export const personReference = (id: string | null): Reference | null =>
  id === null ? null : { id, type: 'person' }

/** An event of the catalogue (`openapi/events/<type>.yaml`). */
export type EventDraft<Type extends EventType = EventType> = {
  [T in Type]: {
    type: T
    subjectId: string
    /** The person that the payload tells of: erasing them scrubs it. */
    personId?: string | null
    /** The day it takes effect, where that is not the day it was recorded. */
    effectiveDate?: Day | null
    data: EventPayloads[T]
  }
}[Type]

export type JobDraft = {
  [Task in keyof JobPayloads]: { task: Task; payload: JobPayloads[Task] }
}[keyof JobPayloads]

/** The changes of a creation: every field that was given, private ones without their value. */
export const asCreated = (fields: Record<string, unknown>): Change[] =>
  Object.entries(fields).flatMap(([field, after]) =>
    after === null || after === undefined ? [] : { field, before: null, after },
  )

/** A private field that was set or changed: the log tells that it was, never the value. */
export const hidden = (field: string): Change => ({ field, before: null, after: null })
