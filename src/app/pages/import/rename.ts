import { CsvError, parse } from 'csv-parse/sync'
import type { Result } from '../../../actions/action.ts'
import { isObject } from '../../forms/values.ts'
import { delimiterOf, firstLineOf } from './cells.ts'

/** Columns by the names that a file has, each with the name that an import reads. */
export type Renames = Readonly<Record<string, string>>

/** Faults of a name that can only mean one column, which the file lacks. */
const misnamed: ReadonlySet<string> = new Set(['column_misnamed', 'required_column_misnamed'])

/** Characters of a first row, and of what a button sends for it, at most. */
const longest = 20_000

/** The columns of a file that a click can rename. */
export const renamesOf = (
  errors: readonly Result<'org_people_import_csv'>['row_errors'][number][],
): Renames =>
  Object.fromEntries(
    errors.flatMap(({ code, column, params }) =>
      misnamed.has(code) && column !== null ? [[column, String(params['column'])]] : [],
    ),
  )

/** Reads the renames that the button sends; nothing is renamed by what it did not send. */
export function readRenames(text = ''): Renames {
  // Names of one line: more than a line may have is not even read.
  if (text === '' || text.length > longest) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return {}
    return Object.fromEntries(
      Object.entries(value).filter((one): one is [string, string] => typeof one[1] === 'string'),
    )
  } catch {
    return {}
  }
}

/** A file with other names in its first row; one whose first row cannot be read is left as it is. */
export function renamed(csv: string, renames: Renames): string {
  if (Object.keys(renames).length === 0) return csv
  const delimiter = delimiterOf(firstLineOf(csv))
  const first = firstRow(csv.slice(0, longest), delimiter)
  if (!first) return csv
  const line = first.record.map((name) => quoted(nameFor(name, renames), delimiter)).join(delimiter)
  return csv.replace(first.raw.replace(/\r?\n$/, ''), () => line)
}

/** The first row, which may have several lines, as it is and as names. */
function firstRow(text: string, delimiter: string): { raw: string; record: string[] } | undefined {
  try {
    const options = { delimiter, relax_quotes: true, raw: true, to: 1 }
    const [first] = parse(text.replace(/^\ufeff/, ''), options) as unknown as {
      raw: string
      record: string[]
    }[]
    // One that is longer has other problems.
    return first && first.raw.length < longest ? first : undefined
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

/** Faults have the names of columns in small letters. */
const nameFor = (name: string, renames: Renames): string => {
  const plain = name.trim().toLowerCase()
  return Object.hasOwn(renames, plain) ? renames[plain]! : name
}

const quoted = (name: string, delimiter: string): string =>
  /["\r\n]/.test(name) || name.includes(delimiter) ? `"${name.replaceAll('"', '""')}"` : name
