import type { JobTerms } from './employment.ts'

type Nullable = 'contract_end_date' | 'probation_end_date' | 'weekly_hours' | 'notice_period_days'

/** The terms of a first job as an input has them: what is left out is empty. */
export type TermsInput = Omit<
  JobTerms,
  Nullable | 'unit_id' | 'manager_id' | 'location_id' | 'legal_entity_id'
> & {
  [field in Nullable | 'unit_id' | 'location_id']?: JobTerms[field]
}

/** The complete terms, with the manager and the legal entity that were found for the job. */
export function termsOf(input: TermsInput, managerId: string | null, legalEntityId: string | null): JobTerms {
  return {
    title: input.title,
    unit_id: input.unit_id ?? null,
    manager_id: managerId,
    location_id: input.location_id ?? null,
    legal_entity_id: legalEntityId,
    employment_type: input.employment_type,
    fte: input.fte,
    contract_type: input.contract_type,
    contract_end_date: input.contract_end_date ?? null,
    probation_end_date: input.probation_end_date ?? null,
    weekly_hours: input.weekly_hours ?? null,
    notice_period_days: input.notice_period_days ?? null,
  }
}
