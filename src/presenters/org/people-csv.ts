import { stringify } from 'csv-stringify/sync'
import { cellOf, type Delimiter } from '../../domain/csv.ts'
import type { CustomField } from '../../domain/custom-fields.ts'
import type { CustomValue, ValuesOfPerson } from '../../domain/custom-values.ts'
import {
  noManager,
  personColumns,
  privateCell,
  privateColumns,
  type PersonColumn,
} from '../../domain/people-csv.ts'
import { noDetails, type PersonDetails } from '../../domain/person-details.ts'
import type { PersonRow } from '../../queries/org/people.ts'
import type { References } from '../../queries/org/references.ts'

/** The columns of an export. */
export interface CsvLayout {
  delimiter: Delimiter
  fields: readonly CustomField[]
  withPrivate: boolean
}

/** Facts about the people of a batch. */
export interface CsvFacts {
  references: References
  values: ReadonlyMap<string, ValuesOfPerson>
  details: (personId: string) => PersonDetails | undefined
}

export const csvColumns = ({ fields, withPrivate }: CsvLayout): string[] => [
  ...personColumns,
  ...(withPrivate ? privateColumns : []),
  ...fields.map(({ key }) => key),
]

export const csvHeader = (layout: CsvLayout): string => csvLines(layout, [csvColumns(layout)])

/** The lines of some people. They are made together: to begin with lines takes longer than to make one. */
export const csvPeople = (layout: CsvLayout, facts: CsvFacts, rows: readonly PersonRow[]): string =>
  csvLines(
    layout,
    rows.map((row) => cellsOf(layout, facts, row)),
  )

function cellsOf({ delimiter, fields, withPrivate }: CsvLayout, facts: CsvFacts, row: PersonRow): string[] {
  const details = facts.details(row.id) ?? noDetails
  const values = facts.values.get(row.id) ?? {}
  return [
    ...personColumns.map((column) => cellOf(personValue(row, column, facts), delimiter)),
    ...(withPrivate ? privateColumns.map((column) => cellOf(privateCell(details, column), delimiter)) : []),
    ...fields.map(({ id }) => cellOf(values[id] ?? null, delimiter)),
  ]
}

function personValue(row: PersonRow, column: PersonColumn, facts: CsvFacts): CustomValue | null {
  const nameOf = (id: string | null) => (id === null ? null : (facts.references.get(id)?.name ?? null))
  switch (column) {
    case 'team':
      return nameOf(row.unit_id)
    case 'location':
      return nameOf(row.location_id)
    case 'legal_entity':
      return nameOf(row.legal_entity_id)
    case 'manager':
      return emailOf(facts, row.manager_id) === null ? null : nameOf(row.manager_id)
    case 'manager_email':
      return row.manager_id === null ? noManager : emailOf(facts, row.manager_id)
    default:
      return row[column]
  }
}

/** The e-mail of a manager who has not left. */
function emailOf({ references }: CsvFacts, id: string | null): string | null {
  const found = id === null ? undefined : references.get(id)
  return found && !found.has_left ? found.work_email : null
}

/** A line feed by itself is quoted, too: it is not the end of a row here, but to who reads the file. */
const csvLines = ({ delimiter }: CsvLayout, lines: string[][]): string =>
  stringify(lines, { delimiter, record_delimiter: 'windows', quoted_match: /[\r\n]/ })
