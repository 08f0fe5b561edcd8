import { termNames } from '../domain/employment.ts'
import { detailNames } from '../domain/person-details.ts'
import { personFieldNames } from '../domain/person-fields.ts'
import { jobFacts, jobOf, personFacts, subjectOf, termsForLog, type KnownPerson } from './payloads.ts'
import { asCreated, hidden, type DomainEvent } from './domain-event.ts'

/** Fields that identify a person, and private ones. The log is append-only, so it only tells that they were given. */
const hiddenFields = [
  ...personFieldNames.filter((name) => name !== 'given_name' && name !== 'family_name'),
  ...detailNames,
]

/** Custom values, as an input gives them by key. The log only tells which fields they are in, whatever the tier. */
const hiddenCustom = (custom: Readonly<Record<string, unknown>> | undefined) =>
  Object.entries(custom ?? {}).flatMap(([key, value]) => (value === null ? [] : hidden(`custom.${key}`)))

/** @param given the input, from which it is read which of the hidden fields were given */
export const personHired = (
  person: KnownPerson,
  given: { [field in (typeof hiddenFields)[number]]?: unknown } & { custom?: Record<string, unknown> },
): DomainEvent<'person.hired'> => ({
  activity: [
    {
      summary: 'person_hired',
      subject: subjectOf(person.row),
      changes: [
        ...asCreated({
          start_date: person.row.start_date,
          ...termsForLog(jobOf(person), termNames, person.references),
        }),
        ...hiddenFields.filter((field) => (given[field] ?? null) !== null).map(hidden),
        ...hiddenCustom(given.custom),
      ],
    },
  ],
  event: { type: 'person.hired', ...firstDay(person) },
})

/**
 * The first day of an employment has come. A hire says so at once when the day is today, or was before.
 */
export const personStarted = (person: KnownPerson): DomainEvent<'person.started'> => ({
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
    job: jobFacts(jobOf(person), person.references),
  },
})

type PhotoOf = Parameters<typeof subjectOf>[0]

export const photoUploaded = (person: PhotoOf): DomainEvent<never> => ({
  activity: [{ summary: 'photo_uploaded', subject: subjectOf(person), changes: [] }],
})

export const photoRemoved = (person: PhotoOf): DomainEvent<never> => ({
  activity: [{ summary: 'photo_removed', subject: subjectOf(person), changes: [] }],
})

/**
 * Details of a person were changed. The event tells those that are not private; the log names all of them.
 *
 * @param changed names of the fields of the person and of the custom fields of other tiers than the private one
 * @param unsaid names of private and payroll details and of private custom fields
 * @param payroll which of them are payroll details that the person had before
 */
export const personUpdated = (
  person: KnownPerson,
  changed: string[],
  unsaid: readonly string[],
  payroll: string[],
): DomainEvent<'person.updated'> => {
  const { row } = person
  const data = { person_id: row.id, changed, person: personFacts(person) }
  return {
    activity: [
      {
        summary: 'profile_updated',
        subject: subjectOf(row),
        changes: [...changed, ...unsaid].map(hidden),
      },
    ],
    ...(changed.length > 0 && {
      event: { type: 'person.updated', subjectId: row.id, personId: row.id, data },
    }),
    ...(payroll.length > 0 && {
      signals: [{ type: 'payroll.changed', data: { person_id: row.id, fields: payroll } }],
    }),
  }
}

/** A login was linked to its person. */
export const loginLinked = (person: { id: string; name: string }): DomainEvent<never> => ({
  activity: [
    {
      summary: 'own_login_linked',
      subject: subjectOf(person),
      changes: [{ field: 'has_login', before: false, after: true }],
    },
  ],
})

/** The data of a person was erased. It tells the id alone. */
export const personErased = (id: string): DomainEvent<'person.erased'> => ({
  activity: [{ summary: 'person_erased', subject: { type: 'person', id, name: '' } }],
  event: { type: 'person.erased', subjectId: id, personId: id, data: { person_id: id } },
})
