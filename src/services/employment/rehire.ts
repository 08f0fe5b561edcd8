import { firstRole } from '../../access/roles.ts'
import { addDays, maxDay, type Day } from '../../domain/day.ts'
import { farDateWarnings, termsProblems, termsWarnings, type JobTerms } from '../../domain/employment.ts'
import { jobValuesOf } from '../../domain/job-fields.ts'
import {
  legalEntityFor,
  managerFor,
  placesProblems,
  requireFound,
  type Manager,
} from '../../domain/placement.ts'
import { returnWarnings } from '../../domain/termination.ts'
import { rehire } from '../../domain/timeline.ts'
import { personRehired } from '../../events/employment.ts'
import { personStarted } from '../../events/people.ts'
import { loadDependents } from '../../queries/org/leaving.ts'
import { findActiveLegalEntities, loadPlaces } from '../../queries/org/placement.ts'
import type { LockedTimeline } from '../../queries/org/timelines.ts'
import { asRecord, erasedProblems, loopProblems, namesFor, writeHistory } from './history.ts'
import { unitToJoin, type DecidedJob, type TermsRefusal } from './job.ts'
import type { Scope } from '../scope.ts'
import type { CodeOf } from '../../warnings.ts'

/** The terms of a job as a hire takes them: what may be left out is null, a default, or decided. */
export type NewTerms = Omit<JobTerms, 'manager_id' | 'legal_entity_id'> & {
  manager_id?: string | null | undefined
  legal_entity_id?: string | null | undefined
}

export interface Rehire {
  startDate: Day
  terms: NewTerms
}

export interface DecidedRehire extends DecidedJob<
  TermsRefusal | 'still_employed' | 'too_many_job_rows',
  'person.rehired' | 'person.started',
  | CodeOf<typeof termsWarnings | typeof farDateWarnings | typeof returnWarnings>
  | Manager['warnings'][number]['code']
  | 'no_legal_entity_given'
> {
  /** The unit whose lead becomes the manager, because nobody is named. */
  managerFromLead: { id: string; name: string } | null
}

/**
 * Another employment of somebody who has left, or will have by then. `before` is null: nothing is taken over.
 *
 * @throws ApiError not_found, naming the field of a record that does not exist
 */
export async function decideRehire(
  scope: Scope,
  locked: LockedTimeline,
  { startDate, terms: wanted }: Rehire,
): Promise<DecidedRehire> {
  const { db, today } = scope
  const from = maxDay(startDate, today)
  const [places, active, dependents] = await Promise.all([
    loadPlaces(db, wanted, from),
    findActiveLegalEntities(db),
    loadDependents(db, locked.personId, firstRole, addDays(from, -1)),
  ])
  requireFound(wanted, places)
  const unit = await unitToJoin(scope, locked.personId, places, startDate)
  const manager = managerFor(places.manager, unit, startDate)
  const employer = legalEntityFor(wanted.legal_entity_id, active)
  const terms = { ...wanted, ...jobValuesOf(wanted), manager_id: manager.id, legal_entity_id: employer.id }
  const { effect, problems } = rehire(locked.timeline, {
    startDate,
    terms,
    employmentId: scope.newId(),
    rowId: scope.newId(),
  })
  const after = effect && asRecord(effect.timeline, effect.row)
  const names = namesFor(scope, [after])
  return {
    problems: [
      ...erasedProblems(locked, 'person_id'),
      ...problems,
      ...placesProblems(places),
      ...termsProblems(terms, startDate),
      ...(await loopProblems(scope, locked, effect?.timeline, 'manager_id')),
    ],
    warnings: [
      ...manager.warnings,
      ...employer.warnings,
      ...termsWarnings(terms, startDate),
      ...farDateWarnings('start_date', startDate, today),
      ...returnWarnings(dependents),
    ],
    before: null,
    after: after ?? null,
    managerFromLead: manager.fromLead,
    names: names.load,
    apply: async () => {
      const person = await writeHistory(scope, locked, effect!.timeline, [])
      names.keep(person.references)
      return [personRehired(person, after!), ...(startDate <= today ? [personStarted(person)] : [])]
    },
  }
}
