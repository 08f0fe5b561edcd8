import { changedFields } from '../../domain/changes.ts'
import { maxDay, type Day } from '../../domain/day.ts'
import type { Employment, JobRow, JobTerms, Timeline } from '../../domain/employment.ts'
import { jobValuesIn } from '../../domain/job-fields.ts'
import { newTermsOf } from '../../domain/job-terms.ts'
import type { Places, UnitWithLead } from '../../domain/placement.ts'
import { rowAt, type Effect, type Patch } from '../../domain/timeline.ts'
import type { Problem } from '../../errors.ts'
import { decideChange, decideCorrection, needsOfChange, needsOfCorrection } from '../employment/decide.ts'
import { decideHire } from '../employment/hire.ts'
import { warning, type Warning } from '../../warnings.ts'
import type { BulkCaution, BulkRefusal, BulkScope, PersonInput } from './input.ts'

/** The decision about the job of one person. Fields are called as in other actions. */
export interface DecidedJob {
  problems: Problem<BulkRefusal>[]
  warnings: Warning<BulkCaution>[]
  /** Tells whether the lead of a unit becomes the manager. */
  fromLead: boolean
}

/** The records that a person's entry names; undefined where it names none. */
export interface NamedPlaces {
  unit: { id: string; name: string; archived: boolean } | undefined
  location: Places['location']
  legalEntity: Places['legalEntity']
  /** null for nobody. */
  managerId: string | null | undefined
  /** The manager, and the day since when they work here as of a day. */
  manager: (day: Day) => Places['manager']
  /** The unit with its lead, for somebody who joins it on a day. */
  joined: (unitId: string, personId: string, day: Day) => UnitWithLead | undefined
}

/** Somebody new: their first job. */
export function decideFirstJob(
  scope: BulkScope,
  personId: string,
  input: PersonInput,
  named: NamedPlaces,
  activeEntities: readonly string[],
): DecidedJob & { timeline: Timeline } {
  const startDate = (input.start_date ?? scope.today) as Day
  const from = maxDay(startDate, scope.today)
  const { unit, location, legalEntity } = named
  const ids = { unit_id: unit?.id, location_id: location?.id, legal_entity_id: legalEntity?.id }
  const { managerFromLead, ...decided } = decideHire(scope, {
    startDate,
    terms: newTermsOf({ ...input, ...ids, title: input.title ?? '' }),
    places: placesOf(named, named.manager(from)),
    joined: unit && named.joined(unit.id, personId, from),
    activeEntities,
  })
  return { ...decided, fromLead: managerFromLead !== null }
}

export interface DecidedChange extends DecidedJob {
  /** undefined when nothing differs. */
  effect: Effect | undefined
  held: Readonly<JobRow>
  /** Tells whether the row is corrected in place, and not followed by another one. */
  corrected: boolean
}

/**
 * Somebody who works here or will start: another row from today on. What begins today, and the first row of somebody who
 * has not started, is corrected in place.
 */
export function decideNextJob(
  { today, newId }: BulkScope,
  personId: string,
  timeline: Timeline,
  input: PersonInput,
  named: NamedPlaces,
): DecidedChange {
  const { held, moved, startWarnings } = whereToChange(timeline, input, today)
  const corrected = held.validFrom >= today
  const patch = changedFields<JobTerms>(held.terms, wantedTerms(input, named))
  const none = { problems: [], effect: undefined, fromLead: false }
  if (Object.keys(patch).length === 0 && moved === undefined)
    return { ...none, held, corrected, warnings: startWarnings }

  const facts = { personId, erased: false, timeline, today }
  const change = { effectiveDate: today, reason: 'change' as const, patch }
  const correction = { jobId: held.id, validFrom: moved, patch }
  const needs = corrected ? needsOfCorrection(facts, held, correction) : needsOfChange(facts, change)
  const all = {
    ...facts,
    places: changedPlaces(placesOf(named, named.manager(needs.managerDay)), patch),
    joined:
      patch.unit_id && named.managerId === undefined
        ? named.joined(patch.unit_id, personId, needs.day)
        : undefined,
  }
  const decided = corrected
    ? decideCorrection(all, held, correction)
    : decideChange({ ...all, rowId: newId() }, change)
  const { effect } = decided
  // Some refusals cannot be: the row is another day's, something differs, and the person is not erased.
  if (!decided.ok)
    return {
      ...none,
      held,
      corrected,
      effect,
      warnings: [],
      problems: decided.problems as Problem<BulkRefusal>[],
    }
  const warnings = [...startWarnings, ...decided.warnings.map(inTermsOfFiles)]
  return { problems: [], held, corrected, effect, warnings, fromLead: decided.fromLead }
}

/** A warning about a day, with the field as it is called here. */
const inTermsOfFiles = (one: Warning<BulkCaution>): Warning<BulkCaution> =>
  (one.code === 'day_long_ago' || one.code === 'day_far_ahead') && one.params.field === 'valid_from'
    ? { ...one, params: { ...one.params, field: 'start_date' } }
    : one

interface WhereToChange {
  /** The row in force, or the first one of somebody who has not started. */
  held: Readonly<JobRow>
  /** Another first day of somebody who has not started. */
  moved: Day | undefined
  startWarnings: Warning<'start_date_kept'>[]
}

function whereToChange(timeline: Timeline, { start_date: wanted }: PersonInput, today: Day): WhereToChange {
  const { id, startDate } = nextEmployment(timeline, today)
  const differs = wanted !== undefined && wanted !== startDate
  if (startDate > today) {
    const held = timeline.rows.find(({ employmentId }) => employmentId === id)!
    const moved = differs ? (wanted as Day) : undefined
    return { held, moved, startWarnings: [] }
  }
  const told = warning('start_date_kept', { start_date: startDate })
  return { held: rowAt(timeline, today)!, moved: undefined, startWarnings: differs ? [told] : [] }
}

/** The terms of the job that an entry gives; undefined where it gives none. */
const wantedTerms = (input: PersonInput, named: NamedPlaces): Patch => ({
  ...jobValuesIn(input),
  title: input.title,
  unit_id: named.unit?.id,
  manager_id: named.managerId,
  location_id: named.location?.id,
  legal_entity_id: named.legalEntity?.id,
})

/** Tells whether the entry of somebody who has left says something else of the job than their last row. */
export function differsFromLast(timeline: Timeline, input: PersonInput, named: NamedPlaces): boolean {
  const last = timeline.rows.at(-1)!
  const wanted = wantedTerms(input, named)
  const start = timeline.employments.at(-1)!.startDate
  return (
    Object.keys(changedFields<JobTerms>(last.terms, wanted)).length > 0 ||
    (input.start_date !== undefined && input.start_date !== start)
  )
}

/** The employment that includes the day; else the next one. */
const nextEmployment = ({ employments }: Timeline, today: Day): Employment =>
  employments.find(({ lastDay }) => lastDay === null || lastDay >= today)!

const placesOf = (named: NamedPlaces, manager: Places['manager']): Places => ({
  unit: named.unit && { ...named.unit, head_person_id: null, head_name: null, head_from: null },
  manager,
  location: named.location,
  legalEntity: named.legalEntity,
})

/** Only what changes is held against an entry: somebody may stay in an archived unit. */
const changedPlaces = ({ unit, manager, location, legalEntity }: Places, patch: Patch): Places => ({
  unit: patch.unit_id === undefined ? undefined : unit,
  manager: patch.manager_id === undefined ? undefined : manager,
  location: patch.location_id === undefined ? undefined : location,
  legalEntity: patch.legal_entity_id === undefined ? undefined : legalEntity,
})
