import { changedFields } from '../../domain/changes.ts'
import { maxDay, type Day } from '../../domain/day.ts'
import {
  farDateWarnings,
  hire,
  termsProblems,
  termsWarnings,
  type Employment,
  type JobRow,
  type JobTerms,
  type Timeline,
} from '../../domain/employment.ts'
import { jobValuesIn } from '../../domain/job-fields.ts'
import { termsOf } from '../../domain/job-terms.ts'
import {
  legalEntityFor,
  managerAfterMove,
  managerFor,
  namedManagerWarnings,
  placesProblems,
  type Places,
  type UnitWithLead,
} from '../../domain/placement.ts'
import { change, correct, rowAt, type Effect, type Patch } from '../../domain/timeline.ts'
import type { Problem } from '../../errors.ts'
import { heldUntil, managerDay } from '../employment/history.ts'
import { datesProblems, effectWarnings } from '../employment/job.ts'
import { warning, type Warning } from '../../warnings.ts'
import type { BulkCaution, BulkRefusal, BulkScope, PersonInput } from './input.ts'

/** What is decided for the job of one person. Fields are called as in other actions. */
export interface DecidedJob {
  problems: Problem<BulkRefusal>[]
  warnings: Warning<BulkCaution>[]
  /** Whether the lead of a unit becomes the manager. */
  fromLead: boolean
}

/** The records that a person's entry names; undefined where it names none. */
export interface NamedPlaces {
  unit: { id: string; name: string; archived: boolean } | undefined
  location: Places['location']
  legalEntity: Places['legalEntity']
  /** As of a day; null for nobody. */
  manager: (day: Day) => { id: string; from: Day | null } | null | undefined
  /** The unit with its lead, for somebody who joins it on a day. */
  joined: (unitId: string, personId: string, day: Day) => UnitWithLead
}

/** Somebody new: their first job. */
export function decideHire(
  { today, newId }: BulkScope,
  personId: string,
  input: PersonInput,
  named: NamedPlaces,
  activeEntities: readonly string[],
): DecidedJob & { timeline: Timeline } {
  const startDate = (input.start_date ?? today) as Day
  const from = maxDay(startDate, today)
  const joined = named.unit && named.joined(named.unit.id, personId, from)
  const manager = named.manager(from)
  const chosen = managerFor(manager, joined, startDate)
  const entity = legalEntityFor(named.legalEntity?.id, activeEntities)
  const terms = termsOf(
    {
      ...input,
      unit_id: named.unit?.id ?? null,
      location_id: named.location?.id ?? null,
    },
    chosen.id,
    entity.id,
  )
  return {
    problems: [...placesProblems(placesOf(named, manager)), ...termsProblems(terms, startDate)],
    warnings: [
      ...chosen.warnings,
      ...entity.warnings,
      ...termsWarnings(terms, startDate),
      ...farDateWarnings('start_date', startDate, today),
    ],
    fromLead: chosen.fromLead !== null,
    timeline: hire(terms, startDate, { employmentId: newId(), rowId: newId() }),
  }
}

export interface DecidedChange extends DecidedJob {
  /** undefined when nothing differs. */
  effect: Effect | undefined
  held: Readonly<JobRow>
  /** Whether the row is corrected in place, and not followed by another one. */
  corrected: boolean
}

/**
 * Somebody who works here or will start: another row from today on. What begins today, and the first row of somebody who
 * has not started, is corrected in place.
 */
export function decideChange(
  { today, newId }: BulkScope,
  personId: string,
  timeline: Timeline,
  input: PersonInput,
  named: NamedPlaces,
): DecidedChange {
  const { held, day, moved, startWarnings } = whereToChange(timeline, input, today)
  const manager = named.manager(managerDay(day, heldUntil(timeline, held, 'manager_id'), today))
  const differing = changedFields<JobTerms>(held.terms, wantedTerms(input, named, manager))
  const joins = differing.unit_id && manager === undefined
  const unit = joins ? named.joined(named.unit!.id, personId, maxDay(day, today)) : undefined
  const lead = unit && managerAfterMove(unit, held.terms.manager_id, day)
  const patch: Patch = lead?.id ? { ...differing, manager_id: lead.id } : differing
  const base = { held, fromLead: Boolean(lead?.id), corrected: held.validFrom >= today }
  if (Object.keys(patch).length === 0 && moved === undefined)
    return { ...base, effect: undefined, problems: [], warnings: startWarnings }

  const { effect, problems } = base.corrected
    ? correct(timeline, { rowId: held.id, patch, validFrom: moved })
    : change(timeline, { day, reason: 'change', rowId: newId(), patch })
  return {
    ...base,
    effect,
    problems: [
      // Two of the refusals of a change cannot be: the row is another day's, and something differs.
      ...(problems as Problem<'too_many_job_rows' | 'date_crosses_neighbor'>[]),
      ...placesProblems(changedPlaces(named, manager, differing)),
      ...(effect ? datesProblems(timeline, effect) : []),
    ],
    warnings: [
      ...startWarnings,
      ...(lead?.warnings ?? []),
      ...(manager && differing.manager_id ? namedManagerWarnings(manager, day) : []),
      ...(moved === undefined ? [] : farDateWarnings('start_date', moved, today)),
      ...(effect ? effectWarnings(effect) : []),
    ],
  }
}

interface WhereToChange {
  /** The row in force, or the first one of somebody who has not started. */
  held: Readonly<JobRow>
  /** The day from which the entry holds. */
  day: Day
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
    return { held, day: moved ?? startDate, moved, startWarnings: [] }
  }
  const told = warning('start_date_kept', { start_date: startDate })
  return { held: rowAt(timeline, today)!, day: today, moved: undefined, startWarnings: differs ? [told] : [] }
}

/** What an entry says of the job; undefined where it says nothing. */
const wantedTerms = (input: PersonInput, named: NamedPlaces, manager: Places['manager']): Patch => ({
  ...jobValuesIn(input),
  title: input.title,
  unit_id: named.unit?.id,
  manager_id: manager === undefined ? undefined : (manager?.id ?? null),
  location_id: named.location?.id,
  legal_entity_id: named.legalEntity?.id,
})

/** Whether the entry of somebody who has left says something else of the job than their last row. */
export function differsFromLast(
  timeline: Timeline,
  input: PersonInput,
  named: NamedPlaces,
  today: Day,
): boolean {
  const last = timeline.rows.at(-1)!
  const wanted = wantedTerms(input, named, named.manager(today))
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
function changedPlaces(named: NamedPlaces, manager: Places['manager'], differing: Patch): Places {
  const all = placesOf(named, manager)
  return {
    unit: differing.unit_id === undefined ? undefined : all.unit,
    manager: differing.manager_id === undefined ? undefined : all.manager,
    location: differing.location_id === undefined ? undefined : all.location,
    legalEntity: differing.legal_entity_id === undefined ? undefined : all.legalEntity,
  }
}
