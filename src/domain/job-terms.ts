import type { NewTerms } from './intents.ts'
import { jobValuesOf } from './job-fields.ts'

/** The terms of a first job as an input has them: what is left out is empty, as usual, or decided. */
export type TermsInput = Pick<NewTerms, 'title' | 'manager_id' | 'legal_entity_id'> & {
  unit_id?: string | null | undefined
  location_id?: string | null | undefined
} & Parameters<typeof jobValuesOf>[0]

export const newTermsOf = (input: TermsInput): NewTerms => ({
  title: input.title,
  unit_id: input.unit_id ?? null,
  manager_id: input.manager_id,
  location_id: input.location_id ?? null,
  legal_entity_id: input.legal_entity_id,
  ...jobValuesOf(input),
})
