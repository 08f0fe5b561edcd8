import { changedFields } from '../../domain/changes.ts'
import { maxDay, type Day } from '../../domain/day.ts'
import {
  farDateWarnings,
  historyWarnings,
  judgedTerms,
  termsProblems,
  termsWarnings,
  type JobRow,
  type JobTerms,
  type Timeline,
} from '../../domain/employment.ts'
import {
  managerAfterMove,
  namedManagerWarnings,
  placesProblems,
  requireFound,
  type Places,
  type UnitWithLead,
  type WantedPlacement,
} from '../../domain/placement.ts'
import { change, correct, removeScheduled, rowAt, type Effect, type Patch } from '../../domain/timeline.ts'
import { notFound, type ErrorName, type Problem } from '../../errors.ts'
import { jobChanged, jobCorrected, jobRemoved, jobStarted } from '../../events/employment.ts'
import { personStarted } from '../../events/people.ts'
import type { EventType } from '../../generated/events.ts'
import type { JobRecord } from '../../queries/org/people.ts'
import { findUnitAbove, loadPlaces } from '../../queries/org/placement.ts'
import type { References } from '../../queries/org/references.ts'
import type { LockedTimeline } from '../../queries/org/timelines.ts'
import {
  asRecord,
  erasedProblems,
  heldUntil,
  loopProblems,
  managerDay,
  namesFor,
  reachedWarnings,
  writeHistory,
} from './history.ts'
import type { Decided, Scope } from '../scope.ts'
import type { CodeOf, Warning, WarningCode } from '../../warnings.ts'

type PlacesRefusal = 'unit_archived' | 'location_archived' | 'legal_entity_archived' | 'manager_has_left'
export type TermsRefusal = PlacesRefusal | 'before_start_date' | 'reporting_line_loop' | 'person_erased'

type MoveWarning = ReturnType<typeof managerAfterMove>['warnings'][number]['code']
type EffectWarning = CodeOf<typeof termsWarnings | typeof historyWarnings> | 'later_rows_take_over'

/** A change of one row of a job history, with the row before and after; null when there are problems. */
export interface DecidedJob<
  Refusal extends ErrorName,
  Type extends EventType,
  Caution extends WarningCode,
> extends Decided<Refusal, Type, Caution> {
  before: JobRecord | null
  after: JobRecord | null
  /** The names of the records that these two refer to. */
  names: () => Promise<References>
}

export interface JobChange {
  effectiveDate: Day
  reason: 'change' | 'promotion' | 'transfer'
  patch: Patch
}

/**
 * Other terms from a day on. Whoever joins another unit gets its lead as manager, unless the change names one.
 *
 * @throws ApiError not_found, naming the field of a record that does not exist
 */
export async function decideJobChange(
  scope: Scope,
  locked: LockedTimeline,
  { effectiveDate: day, reason, patch }: JobChange,
): Promise<
  DecidedJob<
    TermsRefusal | 'not_employed_then' | 'job_row_on_that_day' | 'job_unchanged' | 'too_many_job_rows',
    'person.job_changed' | 'person.job_started',
    EffectWarning | MoveWarning | 'manager_starts_later' | CodeOf<typeof farDateWarnings>
  >
> {
  const { timeline } = locked
  const held = rowAt(timeline, day)
  const wanted = held ? changedFields<JobTerms>(held.terms, patch) : patch
  const joins = Boolean(wanted.unit_id) && patch.manager_id === undefined
  const places = await placesOf(scope, locked, wanted, held, day)
  const unit = joins ? await unitToJoin(scope, locked.personId, places, day) : undefined
  const lead = unit && managerAfterMove(unit, held?.terms.manager_id ?? null, day)

  const { effect, problems } = change(timeline, {
    day,
    reason,
    rowId: scope.newId(),
    patch: lead?.id ? { ...patch, manager_id: lead.id } : patch,
  })
  const [before, after] = [held && asRecord(timeline, held), effect && asRecord(effect.timeline, effect.row)]
  const names = namesFor(scope, [before, after])
  return {
    problems: [
      ...erasedProblems(locked, 'person_id'),
      ...problems,
      ...placesProblems(places),
      ...(effect ? datesProblems(timeline, effect) : []),
      ...(await loopProblems(scope, locked, effect?.timeline, 'manager_id')),
    ],
    warnings: [
      ...(lead?.warnings ?? []),
      ...managerWarnings(places, day),
      ...farDateWarnings('effective_date', day, scope.today),
      ...(effect ? effectWarnings(effect) : []),
    ],
    before: before ?? null,
    after: after ?? null,
    names: names.load,
    apply: async () => {
      const person = await writeHistory(scope, locked, effect!.timeline, [before!])
      names.keep(person.references)
      return [
        jobChanged(person, after!, before!, effect!.changed),
        ...(day <= scope.today ? [jobStarted(person, after!)] : []),
      ]
    },
  }
}

export interface JobCorrection {
  jobId: string
  validFrom?: Day | undefined
  patch: Patch
}

/**
 * What a row should have said from its first day; perhaps that day is wrong, too.
 *
 * @throws ApiError not_found when there is no such row or record
 */
export async function decideCorrection(
  scope: Scope,
  locked: LockedTimeline,
  { jobId, validFrom, patch }: JobCorrection,
): Promise<
  DecidedJob<
    TermsRefusal | 'job_unchanged' | 'date_crosses_neighbor',
    'job.corrected' | 'person.started' | 'person.job_started',
    EffectWarning | 'manager_starts_later' | CodeOf<typeof farDateWarnings>
  >
> {
  const { timeline } = locked
  const { today } = scope
  const held = rowNamed(timeline, jobId)
  const day = validFrom ?? held.validFrom
  const places = await placesOf(scope, locked, changedFields<JobTerms>(held.terms, patch), held, day)
  const { effect, problems } = correct(timeline, { rowId: jobId, patch, validFrom })
  const [before, after] = [asRecord(timeline, held), effect && asRecord(effect.timeline, effect.row)]
  const field = patch.manager_id === undefined ? 'valid_from' : 'manager_id'
  const begins = held.validFrom > today && day <= today
  const names = namesFor(scope, [before, after])
  return {
    problems: [
      ...erasedProblems(locked, 'job_id'),
      ...problems,
      ...placesProblems(places),
      ...(effect ? datesProblems(timeline, effect) : []),
      ...(await loopProblems(scope, locked, effect?.timeline, field)),
    ],
    warnings: [
      ...managerWarnings(places, day),
      ...(validFrom === undefined ? [] : farDateWarnings('valid_from', validFrom, today)),
      ...(effect ? effectWarnings(effect) : []),
    ],
    before,
    after: after ?? null,
    names: names.load,
    apply: async () => {
      const person = await writeHistory(scope, locked, effect!.timeline, [before])
      names.keep(person.references)
      const first = timeline.employments.some(({ startDate }) => startDate === held.validFrom)
      const started = first ? personStarted(person) : jobStarted(person, after!)
      return [jobCorrected(person, after!, before, effect!.changed), ...(begins ? [started] : [])]
    },
  }
}

/** Takes a row back before its first day. `after` is the row that goes on in its place. */
export async function decideRemoval(
  scope: Scope,
  locked: LockedTimeline,
  jobId: string,
): Promise<
  DecidedJob<
    'job_not_scheduled' | 'first_job_stays' | 'reporting_line_loop',
    'job.removed',
    'later_rows_lose'
  >
> {
  const { timeline } = locked
  const removed = rowNamed(timeline, jobId)
  const { effect, problems } = removeScheduled(timeline, { rowId: jobId, today: scope.today })
  const goesOn = effect?.timeline.rows.findLast(({ validFrom }) => validFrom < removed.validFrom)
  const [before, after] = [asRecord(timeline, removed), effect && goesOn && asRecord(effect.timeline, goesOn)]
  const names = namesFor(scope, [before, after])
  return {
    problems: [...problems, ...(await loopProblems(scope, locked, effect?.timeline, 'job_id'))],
    warnings: effect ? reachedWarnings(effect, 'later_rows_lose') : [],
    before,
    after: after ?? null,
    names: names.load,
    apply: async () => {
      const rows = effect!.removed.map((row) => asRecord(timeline, row))
      const person = await writeHistory(scope, locked, effect!.timeline, rows)
      names.keep(person.references)
      return rows.map((row, index) => jobRemoved(person, row, effect!.removed[index]!.own))
    },
  }
}

/** @throws ApiError not_found: when a stored request is approved, the row may be gone */
function rowNamed(timeline: Timeline, jobId: string): Readonly<JobRow> {
  const row = timeline.rows.find(({ id }) => id === jobId)
  if (!row) throw notFound('job_id', 'job')
  return row
}

/** The records that change, and that the row is to point to. */
async function placesOf(
  { db, today }: Scope,
  { timeline }: LockedTimeline,
  wanted: WantedPlacement,
  held: Readonly<JobRow> | undefined,
  day: Day,
): Promise<Places> {
  const until = held ? heldUntil(timeline, held, 'manager_id') : null
  const places = await loadPlaces(db, wanted, maxDay(day, today), managerDay(day, until, today))
  requireFound(wanted, places)
  return places
}

/** The unit that somebody joins. Its lead gets the lead of a unit above. */
export async function unitToJoin(
  { db, today }: Scope,
  personId: string,
  { unit }: Places,
  day: Day,
): Promise<UnitWithLead | undefined> {
  if (unit?.head_person_id !== personId) return unit
  const above = await findUnitAbove(db, unit.id, personId, maxDay(day, today))
  return above ?? { ...unit, head_person_id: null, own: true }
}

/**
 * Dates of the terms before the start date. What the change does not touch is not held against it; a start date that moves
 * touches the dates of all rows.
 */
export function datesProblems(
  before: Timeline,
  { row, changed, timeline }: Effect,
): Problem<'before_start_date'>[] {
  const startDate = startOf(timeline, row)
  if (startOf(before, row) === startDate)
    return termsProblems(row.terms, startDate).filter(({ params: { field } }) =>
      changed.some((term) => term === field),
    )
  const rows = timeline.rows.filter(({ employmentId }) => employmentId === row.employmentId)
  const problems = rows.flatMap(({ terms }) => termsProblems(terms, startDate))
  return [...new Map(problems.map((one) => [one.params.field, one])).values()]
}

export function effectWarnings(effect: Effect): Warning<EffectWarning>[] {
  const { row, changed, timeline } = effect
  const judged = changed.some((term) => judgedTerms.includes(term))
  return [
    ...(judged ? termsWarnings(row.terms, startOf(timeline, row)) : []),
    ...historyWarnings(timeline, row, changed),
    ...reachedWarnings(effect, 'later_rows_take_over'),
  ]
}

const startOf = (timeline: Timeline, { employmentId }: Readonly<JobRow>): Day =>
  timeline.employments.find(({ id }) => id === employmentId)!.startDate

/** A manager who is named, and starts later than the job. */
const managerWarnings = ({ manager }: Places, day: Day): Warning<'manager_starts_later'>[] =>
  manager ? namedManagerWarnings(manager, day) : []
