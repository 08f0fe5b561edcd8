import type { Day } from '../../domain/day.ts'
import {
  farDateWarnings,
  hire,
  noTimeline,
  termsProblems,
  termsWarnings,
  type JobTerms,
  type Timeline,
} from '../../domain/employment.ts'
import type { NewTerms } from '../../domain/intents.ts'
import {
  legalEntityFor,
  managerFor,
  placesProblems,
  type Manager,
  type Places,
  type UnitWithLead,
} from '../../domain/placement.ts'
import type { Problem } from '../../errors.ts'
import type { KnownPerson } from '../../events/payloads.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { personHired, personStarted } from '../../events/people.ts'
import { sealReasons } from '../../queries/org/end-reasons.ts'
import { insertPeople, type NewStoredPerson } from '../../queries/org/many-people.ts'
import type { TimelineChange } from '../../queries/org/timelines.ts'
import { emitDueEvents } from '../effective/announce.ts'
import type { ChangeContext } from '../change-context.ts'
import type { CodeOf, Warning, WarningCode } from '../../warnings.ts'
import type { RowRefusal } from './decide.ts'

/** The beginning of an employment, decided and written for one person or for many. */

/** Facts with which the terms of a first row are decided. */
export interface FirstRowFacts {
  startDate: Day
  terms: NewTerms
  /** The records that the terms name, as far as they are to be checked. */
  places: Partial<Places>
  /** The unit whose lead becomes the manager, if the terms name nobody. */
  joined?: UnitWithLead | undefined
  /** As `legalEntityFor` takes them. */
  activeEntities: readonly string[]
}

/** Codes of the warnings of a first row. */
export type FirstRowCaution =
  | Manager['warnings'][number]['code']
  | ReturnType<typeof legalEntityFor>['warnings'][number]['code']
  | CodeOf<typeof termsWarnings>

/** The complete terms of a first row. */
export interface FirstRow<Caution extends WarningCode = FirstRowCaution> {
  terms: JobTerms
  /** The unit whose lead becomes the manager. */
  managerFromLead: Manager['fromLead']
  problems: Problem<Exclude<RowRefusal, 'person_erased'>>[]
  warnings: Warning<Caution>[]
}

/** Decides the terms with which an employment begins: what may be assigned, who is the manager, who is the employer. */
export function decideFirstRow(facts: FirstRowFacts): FirstRow {
  const { startDate, terms: wanted, places, joined, activeEntities } = facts
  const manager = managerFor(places.manager, joined, startDate)
  const employer = legalEntityFor(wanted.legal_entity_id, activeEntities)
  const terms = { ...wanted, manager_id: manager.id, legal_entity_id: employer.id }
  return {
    terms,
    managerFromLead: manager.fromLead,
    problems: [...placesProblems(places), ...termsProblems(terms, startDate)],
    warnings: [...manager.warnings, ...employer.warnings, ...termsWarnings(terms, startDate)],
  }
}

export interface DecidedHire<Caution extends WarningCode> extends Omit<FirstRow<Caution>, 'terms'> {
  timeline: Timeline
}

type NewcomerCaution = Exclude<FirstRowCaution, 'no_lead_above'>

/** Somebody new leads no unit yet, so theirs is never the unit whose lead they look for above. */
const isOfNewcomer = (one: Warning<FirstRowCaution>): one is Warning<NewcomerCaution> =>
  one.code !== 'no_lead_above'

/** Decides the first job of somebody new. */
export function decideHire(
  { today, newId }: Pick<ChangeContext, 'today' | 'newId'>,
  facts: FirstRowFacts,
): DecidedHire<NewcomerCaution | CodeOf<typeof farDateWarnings>> {
  const { startDate } = facts
  const { terms, ...first } = decideFirstRow(facts)
  return {
    ...first,
    warnings: [...first.warnings.filter(isOfNewcomer), ...farDateWarnings('start_date', startDate, today)],
    timeline: hire(terms, startDate, { employmentId: newId(), rowId: newId() }),
  }
}

/** Somebody new, with their first job. */
export interface Hire {
  person: NewStoredPerson
  timeline: Timeline
}

/**
 * Stores new people with their first jobs, in as many statements for many as for one.
 *
 * @param changes of the jobs of others, which are written with them
 */
export async function writeHires(
  scope: Pick<ChangeContext, 'db' | 'now' | 'today'>,
  hires: readonly Hire[],
  changes: readonly TimelineChange[] = [],
): Promise<void> {
  const first = hires.map(({ person, timeline }) => ({
    personId: person.id,
    before: noTimeline,
    after: timeline,
  }))
  await insertPeople(
    scope.db,
    hires.map(({ person }) => person),
    scope.now,
  )
  const written = [...first, ...changes]
  await emitDueEvents(scope, written, await sealReasons(scope.db, written))
}

/** A hire, and the start of somebody who has started by today. */
export const hireEvents = (
  person: KnownPerson,
  input: Parameters<typeof personHired>[1],
  today: Day,
): DomainEvent<'person.hired' | 'person.started'>[] => [
  personHired(person, input),
  ...(person.row.start_date <= today ? [personStarted(person)] : []),
]
