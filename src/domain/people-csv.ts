import type { CustomField } from './custom-fields.ts'
import { jobCells } from './job-fields.ts'
import { detailFields, homeAddressParts, personDetails, type PersonDetails } from './person-details.ts'
import { personCells } from './person-fields.ts'

/** The way in which an import reads the cells of a column. */
export type Reading = 'text' | 'day' | 'number' | 'manager'
/** An import leaves a column alone that has null. */
type Columns = Record<string, Reading | null>

/** The columns of the CSV of people in the order of the export, and what an import does with each. */
const ofPerson = {
  ...personCells,
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

/** The private and payroll details that an export may have. An address has a column for each part. */
const ofDetails: Columns = Object.fromEntries(
  detailFields.flatMap((name) => {
    const { tier, exported } = personDetails[name]
    const columns = name === 'address' ? homeAddressParts : [name]
    return exported ? columns.map((column) => [column, tier === 'payroll' ? 'text' : null]) : []
  }),
)

export type PersonColumn = keyof typeof ofPerson

export const personColumns = Object.keys(ofPerson) as PersonColumn[]
export const privateColumns = Object.keys(ofDetails)

/** The readings of an import for each column of an export, by name. */
export const readings: ReadonlyMap<string, Reading | null> = new Map<string, Reading | null>(
  Object.entries({ ...ofPerson, ...ofDetails }),
)

/** The columns that an import reads. */
export const readColumns: readonly string[] = [...readings].flatMap(([name, reading]) =>
  reading ? name : [],
)

/** The word for "nobody" in the column of the manager, because an empty cell leaves the manager as it is. */
export const noManager = 'none'

/** Details that are one text. */
type ExportedDetail = Exclude<keyof PersonDetails, 'address' | 'emergency_contacts'>

/** A private detail, as a cell has it. */
export function privateCell({ address, ...details }: PersonDetails, column: string): string | null {
  const part = homeAddressParts.find((one) => one === column)
  return part ? (address?.[part] ?? null) : details[column as ExportedDetail]
}

/** The fields that are columns: a file is none. Private ones are only among private details. */
export const fieldColumns = (fields: readonly CustomField[], withPrivate: boolean): CustomField[] =>
  fields.filter(({ type, tier }) => type !== 'file' && (withPrivate || tier !== 'private'))
