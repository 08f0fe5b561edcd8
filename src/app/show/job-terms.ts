import type { components } from '../../generated/contract.ts'

/** Terms of a job row, in the order in which people read them. */
export const jobTerms = [
  'title',
  'unit',
  'manager',
  'location',
  'legal_entity',
  'employment_type',
  'fte',
  'weekly_hours',
  'contract_type',
  'contract_end_date',
  'probation_end_date',
  'notice_period_days',
] as const satisfies readonly (keyof components['schemas']['JobRow'])[]
