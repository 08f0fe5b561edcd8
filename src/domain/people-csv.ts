import type { CustomField } from './custom-fields.ts'
import { jobCells } from './job-fields.ts'
import type { HomeAddress, PersonDetails } from './person-details.ts'

/** How an import reads the cells of a column. */
export type Reading = 'text' | 'day' | 'number' | 'manager'
/** An import leaves a column alone that has null. */
type Columns = Record<string, Reading | null>

/** The columns of the CSV of people in the order of the export, and what an import does with each. */
const ofPerson = {
  given_name: 'text',
  family_name: 'text',
  preferred_name: 'text',
  employee_number: 'text',
  work_email: 'text',
  work_phone: 'text',
  status: null,
  title: 'text',
  team: 'text',
  manager: null,
  manager_email: 'manager',
  location: 'text',
  start_date: 'day',
  ...jobCells,
  legal_entity: 'text',
} as const satisfies Columns

/** The private and payroll details that an export may have. */
const ofDetails = {
  personal_email: null,
  personal_phone: null,
  line1: null,
  line2: null,
  city: null,
  region: null,
  postal_code: null,
  country: null,
  birthday: null,
  tax_id: 'text',
  social_security_number: 'text',
  iban: 'text',
} as const satisfies Columns

export type PersonColumn = keyof typeof ofPerson
export type PrivateColumn = keyof typeof ofDetails

export const personColumns = Object.keys(ofPerson) as PersonColumn[]
export const privateColumns = Object.keys(ofDetails) as PrivateColumn[]

/** What an import does with each column of an export, by name. */
export const readings: ReadonlyMap<string, Reading | null> = new Map<string, Reading | null>(
  Object.entries({ ...ofPerson, ...ofDetails }),
)

/** The columns that an import reads. */
export const readColumns: readonly string[] = [...readings].flatMap(([name, reading]) =>
  reading ? name : [],
)

const addressColumns = [
  'line1',
  'line2',
  'city',
  'region',
  'postal_code',
  'country',
] as const satisfies (keyof HomeAddress)[]

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
