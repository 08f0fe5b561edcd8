import type { Day } from '../../domain/day.ts'
import type { JobRow, TermName, Timeline } from '../../domain/employment.ts'
import { maxDay } from '../../domain/day.ts'
import { newLines } from '../../domain/new-lines.ts'
import { findCycles } from '../../domain/reporting-line.ts'
import type { Effect } from '../../domain/timeline.ts'
import { problem, type Problem } from '../../errors.ts'
import type { KnownPerson } from '../../events/facts.ts'
import type { TerminationShown } from '../../queries/org/approvals.ts'
import { touchPerson } from '../../queries/org/employments.ts'
import { getPerson, type JobRecord } from '../../queries/org/people.ts'
import { loadReferences, type References } from '../../queries/org/references.ts'
import { loadLinesAbove, lockReportingLine, type LockedTimeline } from '../../queries/org/timelines.ts'
import { finish } from '../../streaming/yield.ts'
import { writeTold } from '../effective/announce.ts'
import type { Scope } from '../scope.ts'

/** What all changes of a job history have in common. */

type Row = Readonly<JobRow>

/** A row as it is shown: why the employment ended stands in its last row. A history has at most `mostJobRows`. */
export function asRecord(timeline: Timeline, row: Row): JobRecord {
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

/** The rows that an end of the last employment takes away: those that begin after its last day. */
export function rowsAfter(
  timeline: Timeline,
  { last_day: lastDay, change }: Pick<TerminationShown, 'last_day' | 'change'>,
): JobRecord[] {
  const { id } = timeline.employments.at(-1)!
  return timeline.rows
    .filter((row) => change !== 'cancel' && row.employmentId === id && row.validFrom > lastDay)
    .map((row) => asRecord(timeline, row))
}

/** The history of an erased person is nobody's any more, and does not change. */
export const erasedProblems = (
  { erased, personId }: Pick<LockedTimeline, 'erased' | 'personId'>,
  field: string,
): Problem<'person_erased'>[] => (erased ? [problem('person_erased', { field, record_id: personId })] : [])

/**
 * Refuses a change that would put somebody above themselves on any day. When it gives the person another manager on any
 * day, this waits for all other calls that do so: two of them could otherwise make a loop that neither of them sees.
 *
 * @param field where the input says what makes the loop
 */
export async function loopProblems(
  { db }: Scope,
  { personId, timeline }: LockedTimeline,
  after: Timeline | undefined,
  field: string,
): Promise<Problem<'reporting_line_loop'>[]> {
  const lines = after ? newLines(personId, timeline, after) : []
  const [first] = lines
  if (!first) return []
  await lockReportingLine(db)
  const managers = [...new Set(lines.map(({ managerId }) => managerId as string))]
  const above = await loadLinesAbove(db, managers, first.from)
  const loop = (await finish(findCycles(above, lines))).get(personId)
  return loop ? [problem('reporting_line_loop', { field, day: loop.at, record_id: loop.path[1]! })] : []
}

/**
 * The last day on which the value of a term of this row holds: rows after it take it over until one sets it itself. null
 * for no end.
 */
export function heldUntil(timeline: Timeline, row: Row, term: TermName): Day | null {
  const rows = timeline.rows.filter(({ employmentId }) => employmentId === row.employmentId)
  const at = rows.indexOf(row)
  const next = rows.findIndex(({ own }, index) => index > at && own.includes(term))
  return rows.at(next === -1 ? -1 : next - 1)!.validTo
}

/**
 * The day by which a manager must not have left. Nobody is put below somebody who has left by today; but history may say
 * who was the manager then.
 *
 * @param until the last day on which this is the manager
 */
export const managerDay = (from: Day, until: Day | null, today: Day): Day =>
  until !== null && until < today ? from : maxDay(from, today)

const mostRows = 10

/**
 * Names the later rows that a change reaches.
 *
 * @param what what happens to them
 */
export function reachedWarnings(
  { reached }: Effect,
  what = 'take this over in what they do not set themselves',
): string[] {
  if (reached.length === 0) return []
  const days = reached.slice(0, mostRows).map(({ validFrom }) => validFrom)
  const more = reached.length > mostRows ? ` and ${reached.length - mostRows} more` : ''
  return [`Later rows ${what}; they begin on ${days.join(', ')}${more}.`]
}

/** The names of the records that rows refer to, loaded when somebody asks for them, and once. */
export interface RowNames {
  load: () => Promise<References>
  /** Keeps names that were loaded for something else, and are enough. */
  keep: (references: References) => void
}

export function namesFor({ db, today }: Scope, rows: readonly (JobRecord | undefined)[]): RowNames {
  let kept: Promise<References> | undefined
  return {
    load: () =>
      (kept ??= loadReferences(
        db,
        [],
        today,
        rows.filter((row) => row !== undefined),
      )),
    keep: (references) => void (kept = Promise.resolve(references)),
  }
}

/**
 * Writes a history after a change. What it makes effective at once is marked as told: the change tells it.
 *
 * @param rows rows that are gone, whose names are needed
 * @returns the person as of today, with the names of the records of all rows
 */
export async function writeHistory(
  { db, now, today }: Scope,
  { personId, timeline }: LockedTimeline,
  after: Timeline,
  rows: readonly JobRecord[],
): Promise<KnownPerson> {
  // They are sent in this order, and without waiting: the last two see what the first two have written.
  const [, , row, references] = await Promise.all([
    writeTold({ db, now, today }, [{ personId, before: timeline, after }]),
    touchPerson(db, personId, now),
    getPerson(db, personId, today),
    loadReferences(db, [], today, [...rows, ...after.rows.map(({ terms }) => terms)]),
  ])
  return { row: row!, references }
}
