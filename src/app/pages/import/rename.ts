import { parse } from 'csv-parse/sync'
import type { Result } from '../../../actions/action.ts'
import { isObject } from '../../forms/values.ts'
import { delimiterOf, firstLineOf } from './cells.ts'

/** Columns by the names that a file has, each with the name that an import reads. */
export type Renames = Readonly<Record<string, string>>

/** Faults of a name that can only mean one column, which the file lacks. */
const misnamed: ReadonlySet<string> = new Set(['column_misnamed', 'required_column_misnamed'])

/** A first line that is longer has other problems. */
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

/** A file with other names in its first line. */
export function renamed(csv: string, renames: Renames): string {
  const first = firstLineOf(csv)
  if (Object.keys(renames).length === 0 || first.length > longest) return csv
  const delimiter = delimiterOf(first)
  const [names] = parse(first, { delimiter, relax_quotes: true }) as string[][]
  if (!names) return csv
  const line = names.map((name) => quoted(nameFor(name, renames), delimiter)).join(delimiter)
  return csv.replace(first, () => line)
}

/** Faults have the names of columns in small letters. */
const nameFor = (name: string, renames: Renames): string => {
  const plain = name.trim().toLowerCase()
  return Object.hasOwn(renames, plain) ? renames[plain]! : name
}

const quoted = (name: string, delimiter: string): string =>
  name.includes(delimiter) || name.includes('"') ? `"${name.replaceAll('"', '""')}"` : name
