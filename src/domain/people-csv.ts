import type { CustomField } from './custom-fields.ts'
import type { HomeAddress, PersonDetails } from './person-details.ts'

/** The columns of the CSV of people, in the order of the export. */
export const personColumns = [
  'given_name',
  'family_name',
  'preferred_name',
  'work_email',
  'work_phone',
  'status',
  'title',
  'team',
  'manager',
  'manager_email',
  'location',
  'start_date',
  'employment_type',
  'fte',
  'contract_type',
  'contract_end_date',
  'probation_end_date',
  'weekly_hours',
  'notice_period_days',
  'legal_entity',
] as const

const addressColumns = [
  'line1',
  'line2',
  'city',
  'region',
  'postal_code',
  'country',
] as const satisfies (keyof HomeAddress)[]

/** The private and payroll details that an export may have. */
export const privateColumns = [
  ...(['personal_email', 'personal_phone'] as const),
  ...addressColumns,
  ...(['birthday', 'tax_id', 'social_security_number', 'iban'] as const),
] as const

export type PersonColumn = (typeof personColumns)[number]
export type PrivateColumn = (typeof privateColumns)[number]

/** What stands for "nobody" in the column of the manager, because an empty cell leaves the manager as it is. */
export const noManager = 'none'

/** A private detail, as a cell has it. */
export function privateCell(details: PersonDetails, column: PrivateColumn): string | null {
  if ((addressColumns as readonly string[]).includes(column))
    return details.address?.[column as (typeof addressColumns)[number]] ?? null
  return details[column as Exclude<PrivateColumn, keyof HomeAddress>]
}

/** The fields that are columns: a file is none. Private ones are only among private details. */
export const fieldColumns = (fields: readonly CustomField[], withPrivate: boolean): CustomField[] =>
  fields.filter(({ type, tier }) => type !== 'file' && (withPrivate || tier !== 'private'))
