import type { TermName } from '../domain/employment.ts'
import { jobValuesOf } from '../domain/job-fields.ts'
import { personValuesOf } from '../domain/person-fields.ts'
import type { EventPayloads } from '../generated/events.ts'
import type { JobRecord, PersonRow } from '../queries/org/people.ts'
import type { References } from '../queries/org/references.ts'
import { personReference, type Change, type Reference, type Subject } from './domain-event.ts'

/** The facts that events and the log tell of a person and of a job row. */

type Named = { id: string; name: string }
type Hired = EventPayloads['person.hired']
export type PersonFacts = Hired['person']
export type JobFacts = Hired['job']

/** A person on a day, and the records that their job points to, with names. */
export interface KnownPerson {
  row: PersonRow
  references: References
}

export const subjectOf = ({ id, name }: Named): Subject => ({ type: 'person', id, name })

const named = (references: References, id: string | null): Named | null =>
  id === null ? null : { id, name: references.get(id)?.name ?? '' }

export const personFacts = ({ row, references }: KnownPerson): PersonFacts => ({
  id: row.id,
  ...personValuesOf(row),
  name: row.name,
  status: row.status,
  title: row.title,
  unit: named(references, row.unit_id),
  manager: references.get(row.manager_id ?? '')?.has_left ? null : named(references, row.manager_id),
  location: named(references, row.location_id),
  start_date: row.start_date,
  original_start_date: row.original_start_date,
  end_date: row.end_date,
})

/** The job row that a person is shown with. */
export const jobOf = ({ row }: KnownPerson): JobRecord => ({ ...row, id: row.job_id })

export const jobFacts = (job: JobRecord, references: References): JobFacts => ({
  id: job.id,
  valid_from: job.valid_from,
  valid_to: job.valid_to,
  title: job.title,
  unit: named(references, job.unit_id),
  manager: named(references, job.manager_id),
  location: named(references, job.location_id),
  legal_entity: named(references, job.legal_entity_id),
  ...jobValuesOf(job),
  reason: job.reason,
})

/** One term of a job as the log keeps it: records with their names, people by id alone. */
const termForLog = (job: JobRecord, term: TermName, references: References): unknown => {
  if (term === 'manager_id') return personReference(job.manager_id)
  if (term === 'unit_id' || term === 'location_id' || term === 'legal_entity_id')
    return named(references, job[term]) satisfies Reference | null
  return job[term]
}

/** These terms of a job, before and after. */
export const termChanges = (
  before: JobRecord,
  after: JobRecord,
  terms: readonly TermName[],
  references: References,
): Change[] =>
  terms.map((term) => ({
    field: term,
    before: termForLog(before, term, references),
    after: termForLog(after, term, references),
  }))

/** The terms of a job as a new record. */
export const termsForLog = (
  job: JobRecord,
  terms: readonly TermName[],
  references: References,
): Record<string, unknown> =>
  Object.fromEntries(terms.map((term) => [term, termForLog(job, term, references)]))
