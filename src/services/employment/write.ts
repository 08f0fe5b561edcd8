import type { Day } from '../../domain/day.ts'
import type { JobRow, Timeline } from '../../domain/employment.ts'
import {
  employmentEnded,
  jobChanged,
  jobCorrected,
  jobRemoved,
  jobStarted,
  personLeft,
  personRehired,
} from '../../events/employment.ts'
import type { KnownPerson } from '../../events/payloads.ts'
import { personStarted } from '../../events/people.ts'
import { sealReasons } from '../../queries/org/end-reasons.ts'
import { getPerson, type JobRecord } from '../../queries/org/people.ts'
import { loadReferences } from '../../queries/org/references.ts'
import { touchPerson, type LockedPerson } from '../../queries/org/timelines.ts'
import { emitDueEvents } from '../effective/announce.ts'
import type { ChangeContext } from '../change-context.ts'
import type { decideChange, decideCorrection, decideRemoval } from './decide.ts'
import type { decideEnd, decideRehire } from './decide-employment.ts'

/** A row as it is shown: why the employment ended stands in its last row. A history has at most `mostJobRows`. */
export function asRecord(timeline: Timeline, row: Readonly<JobRow>): JobRecord {
  const employment = timeline.employments.find(({ id }) => id === row.employmentId)
  const last = timeline.rows.findLast(({ employmentId }) => employmentId === row.employmentId)
  return {
    ...row.terms,
    id: row.id,
    valid_from: row.validFrom,
    valid_to: row.validTo,
    reason: row.reason,
    end_reason: last?.id === row.id ? (employment?.endReason ?? null) : null,
  }
}

/**
 * Writes a job history after a change. What it makes effective at once is marked as told: the change tells it.
 *
 * @param gone rows that are not there any more, or not as they were; their names are needed
 * @returns the person as of today, with the names of the records of all rows
 */
export async function writeHistory(
  { db, now, today }: ChangeContext,
  { personId, timeline }: LockedPerson,
  after: Timeline,
  gone: readonly JobRecord[],
): Promise<KnownPerson> {
  const changes = [{ personId, before: timeline, after }]
  const reasons = await sealReasons(db, changes)
  // They are sent in this order, and without waiting: the last two see what the first two have written.
  const [, , row, references] = await Promise.all([
    emitDueEvents({ db, now, today }, changes, reasons),
    touchPerson(db, personId, now),
    getPerson(db, personId, today),
    loadReferences(db, [], today, [...gone, ...after.rows.map(({ terms }) => terms)]),
  ])
  return { row: row!, references }
}

/** A change that was made: its row before and after, and the history before it. */
interface Past<Decide extends (...facts: never[]) => { ok: boolean }> {
  person: KnownPerson
  timeline: Timeline
  made: Extract<ReturnType<Decide>, { ok: true }>
  before: JobRecord | null
  after: JobRecord
  today: Day
}

/** Domain events of each change. */
export const tell = {
  change_job: ({ person, made, before, after, today }: Past<typeof decideChange>) => [
    ...(before ? [jobChanged(person, after, before, made.effect.changed)] : []),
    ...(after.valid_from <= today ? [jobStarted(person, after)] : []),
  ],

  correct_job: ({ person, timeline, made, before, after, today }: Past<typeof decideCorrection>) => {
    const first = timeline.employments.some(({ startDate }) => startDate === made.held.validFrom)
    const begins = made.held.validFrom > today && after.valid_from <= today
    return [
      ...(before ? [jobCorrected(person, after, before, made.effect.changed)] : []),
      ...(begins ? [first ? personStarted(person) : jobStarted(person, after)] : []),
    ]
  },

  remove_job: (past: Past<typeof decideRemoval>) => removals(past),

  terminate: (past: Past<typeof decideEnd>) => {
    const { person, made, today } = past
    const { ended, previous } = made
    const told = [
      ...(ended.endType === previous.endType ? [] : (['type'] as const)),
      ...(ended.endReason === previous.endReason ? [] : (['reason'] as const)),
    ]
    const { lastDay } = ended
    const isOver = (day: Day | null): day is Day => day !== null && day < today
    return [
      employmentEnded(person, { lastDay, previousLastDay: previous.lastDay, told }),
      ...removals(past),
      ...(isOver(lastDay) && !isOver(previous.lastDay) ? [personLeft(person, lastDay)] : []),
    ]
  },

  rehire: ({ person, after, today }: Past<typeof decideRehire>) => [
    personRehired(person, after),
    ...(after.valid_from <= today ? [personStarted(person)] : []),
  ],
}

const removals = ({ person, timeline, made }: Past<typeof decideRemoval> | Past<typeof decideEnd>) =>
  made.effect.removed.map((row) => jobRemoved(person, asRecord(timeline, row), row.own))
