import type { JobTerms } from './employment.ts'
import { jobValuesOf } from './job-fields.ts'

/** The terms of a first job as an input has them: what is left out is empty, or as usual. */
export type TermsInput = { title: string; unit_id?: string | null; location_id?: string | null } & Parameters<
  typeof jobValuesOf
>[0]

/** The complete terms, with the manager and the legal entity that were found for the job. */
export const termsOf = (
  input: TermsInput,
  managerId: string | null,
  legalEntityId: string | null,
): JobTerms => ({
  title: input.title,
  unit_id: input.unit_id ?? null,
  manager_id: managerId,
  location_id: input.location_id ?? null,
  legal_entity_id: legalEntityId,
  ...jobValuesOf(input),
})
