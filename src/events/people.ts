import type { EventPayloads } from '../generated/events.ts'
import type { PersonRow } from '../queries/org/people.ts'
import type { References } from '../queries/org/references.ts'
import {
  asCreated,
  hidden,
  personReference,
  type Happening,
  type Reference,
  type Subject,
} from './happening.ts'

type Named = { id: string; name: string }
type Hired = EventPayloads['person.hired']

/** A person on a day, and the records that their job points to, with names. */
export interface KnownPerson {
  row: PersonRow
  references: References
}

const subjectOf = ({ id, name }: Named): Subject => ({ type: 'person', id, name })

const named = (references: References, id: string | null): Named | null =>
  id === null ? null : { id, name: references.get(id)?.name ?? '' }

const personFacts = ({ row, references }: KnownPerson): Hired['person'] => ({
  id: row.id,
  employee_number: row.employee_number,
  given_name: row.given_name,
  family_name: row.family_name,
  preferred_name: row.preferred_name,
  name: row.name,
  work_email: row.work_email,
  work_phone: row.work_phone,
  status: row.status,
  title: row.title,
  unit: named(references, row.unit_id),
  manager: references.get(row.manager_id ?? '')?.has_left ? null : named(references, row.manager_id),
  location: named(references, row.location_id),
  start_date: row.start_date,
  original_start_date: row.original_start_date,
  end_date: row.end_date,
})

const jobFacts = ({ row, references }: KnownPerson): Hired['job'] => ({
  id: row.job_id,
  valid_from: row.valid_from,
  valid_to: row.valid_to,
  title: row.title,
  unit: named(references, row.unit_id),
  manager: named(references, row.manager_id),
  location: named(references, row.location_id),
  legal_entity: named(references, row.legal_entity_id),
  employment_type: row.employment_type,
  fte: row.fte,
  reason: row.reason,
  contract_type: row.contract_type,
  contract_end_date: row.contract_end_date,
  probation_end_date: row.probation_end_date,
  weekly_hours: row.weekly_hours,
  notice_period_days: row.notice_period_days,
})

/** Fields that identify a person, and private ones. The log is append-only, so it only tells that they were given. */
const hiddenFields = [
  'preferred_name',
  'employee_number',
  'work_email',
  'work_phone',
  'contact',
  'birthday',
] as const

/** @param given the input, from which it is read which of the hidden fields were given */
export const personHired = (
  person: KnownPerson,
  given: { [field in (typeof hiddenFields)[number]]?: unknown },
): Happening<'person.hired'> => {
  const { row, references } = person
  const place = (id: string | null): Reference | null => named(references, id)
  return {
    activity: [
      {
        summary: 'Hired {subject}',
        subject: subjectOf(row),
        changes: [
          ...asCreated({
            start_date: row.start_date,
            title: row.title,
            unit_id: place(row.unit_id),
            manager_id: personReference(row.manager_id),
            location_id: place(row.location_id),
            legal_entity_id: place(row.legal_entity_id),
            employment_type: row.employment_type,
            fte: row.fte,
            contract_type: row.contract_type,
            contract_end_date: row.contract_end_date,
            probation_end_date: row.probation_end_date,
            weekly_hours: row.weekly_hours,
            notice_period_days: row.notice_period_days,
          }),
          ...hiddenFields.filter((field) => (given[field] ?? null) !== null).map(hidden),
        ],
      },
    ],
    event: { type: 'person.hired', ...firstDay(person) },
  }
}

/** The first day is today, or was before it was recorded: a hire says so at once. */
export const personStarted = (person: KnownPerson): Happening<'person.started'> => ({
  activity: [],
  event: { type: 'person.started', ...firstDay(person) },
})

const firstDay = (person: KnownPerson) => ({
  subjectId: person.row.id,
  personId: person.row.id,
  effectiveDate: person.row.start_date,
  data: {
    person_id: person.row.id,
    effective_date: person.row.start_date,
    person: personFacts(person),
    job: jobFacts(person),
  },
})

/** A login was linked to its person. */
export const loginLinked = (person: Named): Happening<never> => ({
  activity: [
    {
      summary: 'Linked {subject} to their login',
      subject: subjectOf(person),
      changes: [{ field: 'has_login', before: false, after: true }],
    },
  ],
})
