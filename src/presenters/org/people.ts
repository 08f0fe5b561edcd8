import type { Tiers } from '../../access/people.ts'
import type { Day } from '../../domain/day.ts'
import type { Employment } from '../../domain/employment.ts'
import { jobValuesOf } from '../../domain/job-fields.ts'
import {
  detailNames,
  hiddenDetails,
  noDetails,
  shownDetails,
  type PersonDetails,
} from '../../domain/person-details.ts'
import { personValuesOf } from '../../domain/person-fields.ts'
import type { components } from '../../generated/contract.ts'
import type { JobRecord, PersonRow } from '../../queries/org/people.ts'
import type { References } from '../../queries/org/references.ts'
import type { CustomOfPerson, PresentCustom } from './custom-values.ts'

type Schemas = components['schemas']
/**
 * The address of a photo, or null. It changes with the image. Who asks for it must be signed in at the company, or send a key
 * of it.
 */
export const photoUrl = (personId: string, hash: string | null): string | null =>
  hash === null ? null : `/photos/${personId}/${hash}.webp`

export type PersonRef = Schemas['PersonRef']

const jobFields = ['original_start_date', 'end_date', 'job', 'next_job'] as const

/** A person as other records refer to them; null when there is nobody. */
export function presentPersonRef(
  id: string | null,
  name: string | null,
  title: string | null,
  photoHash: string | null,
): PersonRef | null {
  return id === null ? null : { id, name: name as string, title, photo_url: photoUrl(id, photoHash) }
}

/**
 * A person in a list, on the day `asOf`. A list shows nothing private, whoever asks, so `hidden_fields` names nothing
 * private either: not even to whom people.get shows it.
 *
 * @param presentCustom of the public and the job tier
 */
export function presentDirectoryPerson(
  row: PersonRow,
  references: References,
  tiers: Tiers,
  asOf: Day,
  presentCustom: PresentCustom,
): Schemas['DirectoryPerson'] {
  const custom = presentCustom(row.id, { ...tiers, private: false })
  return {
    ...common(row, references, tiers, asOf, custom),
    hidden_fields: [...(tiers.job ? [] : jobFields), ...custom.hidden],
  }
}

/**
 * A person in full, on the day `asOf`. What the tiers do not allow is null, and listed in `hidden_fields`.
 *
 * @param details private and payroll details; shown only when the tiers allow it
 */
export function presentPerson(
  row: PersonRow,
  references: References,
  tiers: Tiers,
  asOf: Day,
  details: PersonDetails | undefined,
  presentCustom: PresentCustom,
): Schemas['Person'] {
  const custom = presentCustom(row.id, tiers)
  return {
    ...common(row, references, tiers, asOf, custom),
    ...(tiers.private ? shownDetails(details ?? noDetails) : hiddenDetails),
    hidden_fields: [...(tiers.job ? [] : jobFields), ...(tiers.private ? [] : detailNames), ...custom.hidden],
  }
}

type Common = Omit<Schemas['DirectoryPerson'], 'hidden_fields'>

function common(
  row: PersonRow,
  references: References,
  tiers: Tiers,
  asOf: Day,
  { custom }: CustomOfPerson,
): Common {
  const inForce = row.status === 'active'
  const next = row.valid_from > asOf ? { ...row, id: row.job_id } : row.following
  return {
    id: row.id,
    ...personValuesOf(row),
    name: row.name,
    photo_url: photoUrl(row.id, row.photo_hash),
    status: row.status,
    title: row.title,
    unit: idName(references, row.unit_id),
    manager: stillHere(references, row.manager_id),
    location: idName(references, row.location_id),
    start_date: row.start_date,
    custom,
    original_start_date: tiers.job ? row.original_start_date : null,
    end_date: tiers.job ? row.end_date : null,
    job: tiers.job && inForce ? presentJob({ ...row, id: row.job_id }, references) : null,
    next_job: tiers.job && next ? presentJob(next, references) : null,
    has_login: row.has_login,
    erased_at: row.erased_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** A job row, with the names of the records that it refers to. */
export function presentJob(job: JobRecord, references: References): Schemas['JobRow'] {
  return {
    id: job.id,
    valid_from: job.valid_from,
    valid_to: job.valid_to,
    title: job.title,
    unit: idName(references, job.unit_id),
    manager: personOf(references, job.manager_id),
    location: idName(references, job.location_id),
    legal_entity: idName(references, job.legal_entity_id),
    ...jobValuesOf(job),
    reason: job.reason,
    end_reason: job.end_reason,
  }
}

/** The time between joining and leaving. */
export function presentEmployment({ startDate, lastDay, endType }: Employment): Schemas['Employment'] {
  return {
    start_date: startDate,
    last_day: lastDay,
    end_type: endType as Schemas['TerminationType'] | null,
  }
}

function idName(references: References, id: string | null): Schemas['IdName'] | null {
  return id === null ? null : { id, name: references.get(id)?.name ?? '' }
}

/** The manager to whom somebody reports. A job row keeps a manager who has left, but nobody reports to them any more. */
function stillHere(references: References, id: string | null): PersonRef | null {
  return id !== null && references.get(id)?.has_left ? null : personOf(references, id)
}

/** A person whom another record names; null for nobody. */
export function personOf(references: References, id: string | null): PersonRef | null {
  const found = id === null ? undefined : references.get(id)
  return presentPersonRef(id, found?.name ?? '', found?.title ?? null, found?.photo_hash ?? null)
}
