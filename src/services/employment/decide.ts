import { changedFields } from '../../domain/changes.ts'
import { maxDay, type Day } from '../../domain/day.ts'
import {
  employmentOf,
  farDateWarnings,
  historyWarnings,
  judgedTerms,
  termsProblems,
  termsWarnings,
  type JobRow,
  type JobTerms,
  type TermName,
  type Timeline,
} from '../../domain/employment.ts'
import type { JobChange, JobCorrection } from '../../domain/intents.ts'
import {
  managerAfterMove,
  namedManagerWarnings,
  placesProblems,
  type Places,
  type UnitWithLead,
  type WantedPlacement,
} from '../../domain/placement.ts'
import {
  change,
  correct,
  removeRow,
  rowAt,
  type Effect,
  type Outcome,
  type Patch,
} from '../../domain/timeline.ts'
import { problem, type ErrorName, type Problem } from '../../errors.ts'
import type { WarningParams } from '../../generated/warnings.ts'
import type { CodeOf, Warning, WarningCode } from '../../warnings.ts'

/**
 * Changes of a job history, decided from facts alone: nothing is loaded or written here. The same functions decide for one
 * person and for many.
 */

type Row = Readonly<JobRow>

/** Codes of the warnings of a changed row when it makes the lead of a unit the manager. */
type LeadCaution = ReturnType<typeof managerAfterMove>['warnings'][number]['code']

/** Codes of the warnings of a changed row. */
type RowCaution =
  | CodeOf<
      typeof farDateWarnings | typeof namedManagerWarnings | typeof termsWarnings | typeof historyWarnings
    >
  | LeadCaution
  | 'later_rows_take_over'

/**
 * A decision: the problems, or what is to be written. A refused one has an effect, too, if the history allows it: what it
 * does may close a loop together with others, and all problems are told at once.
 */
export type Decision<Refusal extends ErrorName, Caution extends WarningCode, Made extends object> =
  | { ok: false; problems: Problem<Refusal>[]; effect: Effect | undefined }
  | ({ ok: true; effect: Effect; warnings: Warning<Caution>[] } & Made)

/** A person whose history is to change, and the day on which that is decided. */
export interface PersonFacts {
  personId: string
  erased: boolean
  timeline: Timeline
  today: Day
}

/** Facts with which a row is decided. */
export interface RowFacts extends PersonFacts {
  /** The records that the row is to point to, as far as they differ: those of `needsOf…`. Undefined for none. */
  places: Places | undefined
  /** The unit that the person joins, if its lead is to become the manager. */
  joined?: UnitWithLead | undefined
}

/** The records to load before a row is decided. */
export interface Needs {
  wanted: WantedPlacement
  /** The first day of the row, or today if that is later: the lead of the unit must not have left by then. */
  day: Day
  /** The day by which the manager must not have left. */
  managerDay: Day
  /** Tells whether the lead of the unit is to become the manager. */
  joins: boolean
}

type PlacesRefusal = ReturnType<typeof placesProblems>[number]['name']
export type RowRefusal = PlacesRefusal | 'before_start_date' | 'person_erased'

/** A row that changes. `held` is the row in force before it, or the one that is corrected. */
export type DecidedRow<Refusal extends ErrorName, Caution extends WarningCode = RowCaution> = Decision<
  Refusal,
  Caution,
  { held: Row; /** Tells whether the lead of a unit becomes the manager. */ fromLead: boolean }
>

/** The history of an erased person is nobody's any more, and does not change. */
export const erasedProblems = (
  { erased, personId }: Pick<PersonFacts, 'erased' | 'personId'>,
  field: string,
): Problem<'person_erased'>[] => (erased ? [problem('person_erased', { field, record_id: personId })] : [])

/** Whoever joins another unit gets its lead as manager, unless the change names one. */
export function needsOfChange(facts: PersonFacts, intent: JobChange): Needs {
  const { effectiveDate: day, patch, keepsManager } = intent
  const needs = needsOf(facts, rowAt(facts.timeline, day), patch, day)
  const joins = Boolean(needs.wanted.unit_id) && patch.manager_id === undefined && !keepsManager
  return { ...needs, joins }
}

/** @param held the row that is corrected */
export const needsOfCorrection = (facts: PersonFacts, held: Row, intent: JobCorrection): Needs =>
  needsOf(facts, held, intent.patch, intent.validFrom ?? held.validFrom)

function needsOf({ timeline, today }: PersonFacts, held: Row | undefined, patch: Patch, day: Day): Needs {
  const until = held ? effectiveUntil(timeline, held, 'manager_id') : null
  return {
    wanted: held ? changedFields<JobTerms>(held.terms, patch) : patch,
    day: maxDay(day, today),
    managerDay: managerDay(day, until, today),
    joins: false,
  }
}

/** Other terms from a day on. */
export function decideChange(
  facts: RowFacts & { rowId: string },
  { effectiveDate: day, reason, patch }: JobChange,
): DecidedRow<
  RowRefusal | 'not_employed_then' | 'job_row_on_that_day' | 'job_unchanged' | 'too_many_job_rows'
> {
  const held = rowAt(facts.timeline, day)
  const lead = leadOf(facts, held, day)
  const outcome = change(facts.timeline, {
    day,
    reason,
    rowId: facts.rowId,
    patch: { ...patch, ...lead.patch },
  })
  const problems = [
    ...erasedProblems(facts, 'person_id'),
    ...outcome.problems,
    ...rowProblems(facts, outcome),
  ]
  if (problems.length > 0 || !held || !outcome.effect) return { ok: false, problems, effect: outcome.effect }
  const { effect } = outcome
  const far = farDateWarnings('effective_date', day, facts.today)
  return { ok: true, effect, held, fromLead: lead.becomes, warnings: rowWarnings(facts, effect, lead, far) }
}

type CorrectionRefusal = RowRefusal | 'job_unchanged' | 'date_crosses_neighbor'

/** A correction that joins no unit, so that no lead becomes the manager. */
export type OwnCorrection = DecidedRow<CorrectionRefusal, Exclude<RowCaution, LeadCaution>>

/** Decides a correction of a row from its first day; perhaps that day is wrong, too. The row is in the timeline. */
export function decideCorrection(
  facts: RowFacts,
  held: Row,
  { validFrom, patch }: Omit<JobCorrection, 'jobId'>,
): DecidedRow<CorrectionRefusal> {
  const day = validFrom ?? held.validFrom
  const lead = leadOf(facts, held, day)
  const outcome = correct(facts.timeline, { rowId: held.id, patch: { ...patch, ...lead.patch }, validFrom })
  const problems = [...erasedProblems(facts, 'job_id'), ...outcome.problems, ...rowProblems(facts, outcome)]
  if (problems.length > 0 || !outcome.effect) return { ok: false, problems, effect: outcome.effect }
  const { effect } = outcome
  const far = validFrom === undefined ? [] : farDateWarnings('valid_from', validFrom, facts.today)
  return { ok: true, effect, held, fromLead: lead.becomes, warnings: rowWarnings(facts, effect, lead, far) }
}

interface Lead {
  patch: Patch
  becomes: boolean
  warnings: Warning<RowCaution>[]
}

function leadOf({ joined }: RowFacts, held: Row | undefined, day: Day): Lead {
  const lead = joined && managerAfterMove(joined, held?.terms.manager_id ?? null, day)
  if (!lead?.id) return { patch: {}, becomes: false, warnings: lead?.warnings ?? [] }
  return { patch: { manager_id: lead.id }, becomes: true, warnings: lead.warnings }
}

const rowProblems = ({ places, timeline }: RowFacts, { effect }: Outcome<ErrorName>) => [
  ...(places ? placesProblems(places) : []),
  ...(effect ? datesProblems(timeline, effect) : []),
]

function rowWarnings(
  { places }: RowFacts,
  effect: Effect,
  lead: Lead,
  far: Warning<RowCaution>[],
): Warning<RowCaution>[] {
  const { row, changed, timeline } = effect
  const judged = changed.some((term) => judgedTerms.includes(term))
  return [
    ...lead.warnings,
    ...(places?.manager ? namedManagerWarnings(places.manager, row.validFrom) : []),
    ...far,
    ...(judged ? termsWarnings(row.terms, employmentOf(timeline, row).startDate) : []),
    ...historyWarnings(timeline, row, changed),
    ...reachedWarnings(effect, 'later_rows_take_over'),
  ]
}

/**
 * Dates of the terms before the start date. What the change does not touch is not held against it; a start date that moves
 * touches the dates of all rows.
 */
function datesProblems(before: Timeline, { row, changed, timeline }: Effect): Problem<'before_start_date'>[] {
  const startDate = employmentOf(timeline, row).startDate
  if (employmentOf(before, row).startDate === startDate)
    return termsProblems(row.terms, startDate).filter(({ params: { field } }) =>
      changed.some((term) => term === field),
    )
  const rows = timeline.rows.filter(({ employmentId }) => employmentId === row.employmentId)
  const problems = rows.flatMap(({ terms }) => termsProblems(terms, startDate))
  return [...new Map(problems.map((one) => [one.params.field, one])).values()]
}

/** A row that is taken back before its first day, or because it changes nothing. `goesOn` is the row in its place. */
export function decideRemoval(
  facts: PersonFacts,
  held: Row,
): Decision<'job_not_scheduled' | 'first_job_stays', 'later_rows_lose', { held: Row; goesOn: Row }> {
  const { effect, problems } = removeRow(facts.timeline, { rowId: held.id, today: facts.today })
  const goesOn = effect?.timeline.rows.findLast(({ validFrom }) => validFrom < held.validFrom)
  if (!effect || !goesOn) return { ok: false, problems, effect }
  return {
    ok: true,
    effect,
    held,
    goesOn,
    warnings: reachedWarnings(effect, 'later_rows_lose'),
  }
}

/**
 * The last day on which the value of a term of this row holds: rows after it take it over until one sets it itself. null
 * for no end.
 */
function effectiveUntil({ rows }: Timeline, row: Row, term: TermName): Day | null {
  const next = rows.find(
    ({ employmentId, validFrom, own }) =>
      employmentId === row.employmentId && validFrom > row.validFrom && own.includes(term),
  )
  const last = rows.findLast(
    ({ employmentId, validFrom }) =>
      employmentId === row.employmentId && (next === undefined || validFrom < next.validFrom),
  )
  return last?.validTo ?? null
}

/**
 * The day by which a manager must not have left. Nobody is put below somebody who has left by today; but history may say
 * who was the manager then.
 *
 * @param until the last day on which this is the manager
 */
const managerDay = (from: Day, until: Day | null, today: Day): Day =>
  until !== null && until < today ? from : maxDay(from, today)

const mostRows = 10

/** Names the later rows that a change reaches, and what happens to them. */
function reachedWarnings<Code extends 'later_rows_take_over' | 'later_rows_lose'>(
  { reached }: Effect,
  code: Code,
): { code: Code; params: WarningParams['later_rows_lose'] }[] {
  if (reached.length === 0) return []
  const days = reached.slice(0, mostRows).map(({ validFrom }) => validFrom)
  return [{ code, params: { days, more: reached.length - days.length } }]
}
