import type { Day } from '../domain/day.ts'
import { termNames, type TermName } from '../domain/employment.ts'
import type { EventPayloads } from '../generated/events.ts'
import type { JobRecord } from '../queries/org/people.ts'
import { jobFacts, personFacts, subjectOf, termChanges, termsForLog, type KnownPerson } from './payloads.ts'
import { asCreated, hidden, type Change, type DomainEvent } from './domain-event.ts'

/**
 * Domain events of the employment of somebody who was hired before. `person` is the person as of today, after it happened;
 * its references also name the records of the job rows that are given.
 */

type Changed = EventPayloads['job.corrected']['changed'][number]

/** Terms as events call them: references are objects there, so they lose their `_id`. */
const propertiesOf = (terms: readonly TermName[]) =>
  terms.map((term) => term.replace(/_id$/, '')) as Exclude<Changed, 'valid_from'>[]

/** A row was added to the job history. */
export const jobChanged = (
  person: KnownPerson,
  job: JobRecord,
  before: JobRecord,
  terms: readonly TermName[],
): DomainEvent<'person.job_changed'> => ({
  activity: [
    {
      summary: 'job_changed',
      subject: subjectOf(person.row),
      changes: [
        ...asCreated({ effective_date: job.valid_from, reason: job.reason }),
        ...termChanges(before, job, terms, person.references),
      ],
    },
  ],
  event: {
    type: 'person.job_changed',
    subjectId: person.row.id,
    personId: person.row.id,
    effectiveDate: job.valid_from,
    data: {
      person_id: person.row.id,
      job_id: job.id,
      effective_date: job.valid_from,
      changed: propertiesOf(terms),
      person: personFacts(person),
      job: jobFacts(job, person.references),
    },
  },
})

/** The first day of a row has come. Whoever records it on that day, or later, says so at once. */
export const jobStarted = (person: KnownPerson, job: JobRecord): DomainEvent<'person.job_started'> => ({
  activity: [],
  event: {
    type: 'person.job_started',
    subjectId: person.row.id,
    personId: person.row.id,
    effectiveDate: job.valid_from,
    data: {
      person_id: person.row.id,
      job_id: job.id,
      effective_date: job.valid_from,
      person: personFacts(person),
      job: jobFacts(job, person.references),
    },
  },
})

/** A row was corrected in place. Its first day may be among what was wrong. */
export const jobCorrected = (
  person: KnownPerson,
  job: JobRecord,
  before: JobRecord,
  terms: readonly TermName[],
): DomainEvent<'job.corrected'> => {
  const moved: Change[] =
    job.valid_from === before.valid_from
      ? []
      : [{ field: 'valid_from', before: before.valid_from, after: job.valid_from }]
  return {
    activity: [
      {
        summary: 'job_corrected',
        values: { day: before.valid_from },
        subject: subjectOf(person.row),
        changes: [...moved, ...termChanges(before, job, terms, person.references)],
      },
    ],
    event: {
      type: 'job.corrected',
      subjectId: job.id,
      personId: person.row.id,
      effectiveDate: job.valid_from,
      data: {
        job_id: job.id,
        person_id: person.row.id,
        changed: [...(moved.length > 0 ? (['valid_from'] as const) : []), ...propertiesOf(terms)],
        person: personFacts(person),
        job: jobFacts(job, person.references),
      },
    },
  }
}

/**
 * A row that had not begun was taken back, or would have begun after the last day. With its first row, a rehire goes.
 *
 * @param own the terms that the row set itself: what it took over from the row before is not gone
 */
export const jobRemoved = (
  person: KnownPerson,
  job: JobRecord,
  own: readonly TermName[],
): DomainEvent<'job.removed'> => ({
  activity: [
    {
      summary: job.reason === 'rehire' ? 'rehire_removed' : 'job_removed',
      subject: subjectOf(person.row),
      changes: Object.entries({
        effective_date: job.valid_from,
        reason: job.reason,
        ...termsForLog(job, own, person.references),
      })
        .filter(([, before]) => before !== null)
        .map(([field, before]) => ({ field, before, after: null })),
    },
  ],
  event: {
    type: 'job.removed',
    subjectId: job.id,
    personId: person.row.id,
    effectiveDate: job.valid_from,
    data: {
      job_id: job.id,
      person_id: person.row.id,
      effective_date: job.valid_from,
      person: personFacts(person),
      job: jobFacts(job, person.references),
    },
  },
})

/** Somebody who had left has another employment. `job` is its first row. */
export const personRehired = (person: KnownPerson, job: JobRecord): DomainEvent<'person.rehired'> => ({
  activity: [
    {
      summary: 'person_rehired',
      subject: subjectOf(person.row),
      changes: asCreated({
        start_date: job.valid_from,
        ...termsForLog(job, termNames, person.references),
      }),
    },
  ],
  event: {
    type: 'person.rehired',
    subjectId: person.row.id,
    personId: person.row.id,
    effectiveDate: job.valid_from,
    data: {
      person_id: person.row.id,
      effective_date: job.valid_from,
      person: personFacts(person),
      job: jobFacts(job, person.references),
    },
  },
})

/**
 * The facts of the end of an employment that events tell. Why it ends is never told: the log only says that it was
 * given.
 */
export interface EndFacts {
  lastDay: Day | null
  previousLastDay: Day | null
  /** Which of type and reason have another value than before. */
  told: readonly ('type' | 'reason')[]
}

type EndEvent = 'person.terminated' | 'person.termination_changed' | 'person.termination_cancelled'

const endSummaries = {
  set: 'last_day_set',
  moved: 'last_day_moved',
  told: 'end_explained',
  cancelled: 'last_day_removed',
} as const

/** The last day was set, moved or taken back. When only the reason changed, no event tells that. */
export const employmentEnded = (person: KnownPerson, facts: EndFacts): DomainEvent<EndEvent> => {
  const { lastDay, previousLastDay, told } = facts
  const what =
    lastDay === null
      ? 'cancelled'
      : previousLastDay === null
        ? 'set'
        : lastDay === previousLastDay
          ? 'told'
          : 'moved'
  const changes = [
    ...(lastDay === previousLastDay ? [] : [{ field: 'last_day', before: previousLastDay, after: lastDay }]),
    ...told.map(hidden),
  ]
  return {
    activity: [{ summary: endSummaries[what], subject: subjectOf(person.row), changes }],
    ...(what !== 'told' && { event: endEvent(person, facts) }),
  }
}

const endEvent = (person: KnownPerson, { lastDay, previousLastDay }: EndFacts) => {
  const of = { subjectId: person.row.id, personId: person.row.id, effectiveDate: lastDay }
  const known = { person_id: person.row.id, person: personFacts(person) }
  if (lastDay === null)
    return {
      type: 'person.termination_cancelled',
      ...of,
      data: { ...known, previous_last_day: previousLastDay! },
    } as const
  if (previousLastDay === null)
    return { type: 'person.terminated', ...of, data: { ...known, effective_date: lastDay } } as const
  return {
    type: 'person.termination_changed',
    ...of,
    data: { ...known, effective_date: lastDay, previous_last_day: previousLastDay },
  } as const
}

/** The last day is over. Whoever records one in the past says so at once. */
export const personLeft = (person: KnownPerson, lastDay: Day): DomainEvent<'person.left'> => ({
  activity: [],
  event: {
    type: 'person.left',
    subjectId: person.row.id,
    personId: person.row.id,
    effectiveDate: lastDay,
    data: { person_id: person.row.id, effective_date: lastDay, person: personFacts(person) },
  },
})
