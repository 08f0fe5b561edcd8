import type { Audience, Caller } from '../../domain/caller.ts'
import type { ErrorName, Problem } from '../../errors.ts'
import type { components } from '../../generated/contract.ts'
import type { ActionWarnings } from '../../generated/warnings.ts'
import type { Warning } from '../../warnings.ts'
import type { ChangeContext } from '../change-context.ts'
import type { LeftOut, ListName } from './left-out.ts'

/** Entries of an input. What could not be read is missing in them: then all is judged, and nothing written. */
export type LocationInput = Partial<components['schemas']['SetupLocation']>
export type UnitInput = Partial<components['schemas']['SetupUnit']>
export type PersonInput = Partial<components['schemas']['SetupPerson']>

/** The input of a call for many people, as org/setup.apply takes it. A file of CSV becomes the same. */
export interface BulkInput {
  locations: readonly LocationInput[]
  units: readonly UnitInput[]
  people: readonly PersonInput[]
  leftOut: LeftOut
  /** Units that nobody has are made below the company, as teams. */
  makesTeams: boolean
  /** The name of an entry in a sentence: `people[3]`, `Row 5`. */
  label: (index: number) => string
}

/** The context of a plan. */
export interface BulkScope extends ChangeContext {
  caller: Caller
  audience: Audience
}

/** Codes of the warnings of a plan. Only where teams are made, one may be like another unit. */
export type BulkCaution = ActionWarnings['org_setup_apply'] | 'team_like_another'

/** A warning, and the index of the person whom it is about. */
export interface PersonWarning {
  index: number
  warning: Warning<BulkCaution>
}

/** Why a plan is refused. */
export type BulkRefusal = Extract<
  ErrorName,
  | 'given_twice'
  | 'unit_unknown'
  | 'location_unknown'
  | 'legal_entity_unknown'
  | 'manager_unknown'
  | 'company_root_fixed'
  | 'units_in_a_circle'
  | 'unit_too_deep'
  | 'unit_archived'
  | 'location_archived'
  | 'legal_entity_archived'
  | 'manager_has_left'
  | 'managers_in_a_circle'
  | 'before_start_date'
  | 'date_crosses_neighbor'
  | 'too_many_job_rows'
  | 'person_erased'
  | 'employee_number_taken'
  | 'custom_field_unknown'
  | 'custom_field_archived'
  | 'custom_value_wrong_type'
  | 'custom_value_no_option'
  | 'custom_number_inexact'
  | 'custom_file_takes_no_value'
  | 'private_field_needs_web'
  | 'payroll_needs_web'
  | 'own_payroll_needs_me'
  | 'needs_approval'
  | 'company_root_missing'
  | 'too_many_in_all'
  | 'unit_misspelled'
  | 'location_misspelled'
  | 'legal_entity_misspelled'
  | 'manager_misspelled'
>

/** A problem of an entry of the input, whose `field` is a field of that entry; or of the company. */
export interface BulkProblem {
  at: { list: ListName; index: number } | null
  problem: Problem<BulkRefusal>
}

/** Problems of an entry. */
export const inEntry = (
  list: ListName,
  index: number,
  problems: readonly Problem<BulkRefusal>[],
): BulkProblem[] => problems.map((problem) => ({ at: { list, index }, problem }))

/** Problems of the company. */
export const ofCompany = (problems: readonly Problem<BulkRefusal>[]): BulkProblem[] =>
  problems.map((problem) => ({ at: null, problem }))

/** Names of a person's fields: elsewhere, and here. */
const fieldNames: Record<string, string> = {
  person_id: 'work_email',
  job_id: 'work_email',
  valid_from: 'start_date',
  unit_id: 'unit',
  manager_id: 'manager_email',
  location_id: 'location',
  legal_entity_id: 'legal_entity',
}

/** The field of a problem, as the input calls it; empty for the company. */
export function fieldOf({ problem: { params } }: BulkProblem): string {
  const { field = '' } = params as { field?: string }
  return fieldNames[field] ?? field
}

/** The problem with its place in the whole input, such as `people[3].manager_email`. */
export function withPath(found: BulkProblem): Problem<BulkRefusal> {
  const { at, problem } = found
  if (at === null) return problem
  const field = `${at.list}[${at.index}].${fieldOf(found)}`
  return { ...problem, params: { ...problem.params, field } } as Problem<BulkRefusal>
}

/**
 * Finds the keys that are there for the second time, with the place of the first.
 *
 * @param keys undefined is like nothing
 */
export function repeated(keys: readonly (string | undefined)[]): { index: number; first: number }[] {
  const seen = new Map<string, number>()
  return keys.flatMap((key, index) => {
    const first = key === undefined ? undefined : seen.get(key)
    if (key !== undefined && first === undefined) seen.set(key, index)
    return first === undefined ? [] : [{ index, first }]
  })
}
