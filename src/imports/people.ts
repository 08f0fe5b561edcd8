import { emailKey } from '../domain/email.ts'
import { columnOf, readHeader, readRow, type RawPerson, type RowProblem } from '../domain/people-import.ts'
import { problem, type Problem } from '../errors.ts'
import { listFields } from '../queries/org/fields.ts'
import { inputProblems } from '../validation/validate.ts'
import type { BulkScope, PersonInput } from '../changes/bulk/input.ts'
import { readTable, type Table } from './table.ts'

export const mostPeople = 250
const mostBytes = 1024 * 1024
/** More columns than all fields and custom fields together. */
const mostColumns = 200
/** Empty rows between people are skipped; no file has so many of them. */
const mostRows = 4 * mostPeople
export const mostRowErrors = 1000

/** A file of people, read and checked by itself. */
export interface PeopleFile {
  people: PersonInput[]
  /** The rows of these people. */
  rows: number[]
  problems: RowProblem[]
  warnings: string[]
  /** The e-mails of people whose rows are not among `people`, because they cannot be read. As keys. */
  unread: ReadonlySet<string>
}

/** Reads a file of people: what can be read is, and all problems are told. */
export async function readPeople(
  { db, caller }: BulkScope,
  csv: string,
): Promise<PeopleFile | Problem<'csv_unreadable' | 'csv_too_long'>> {
  const bytes = Buffer.byteLength(csv)
  if (bytes > mostBytes) return tooLong(`${(bytes / mostBytes).toFixed(2)} MiB`, '1 MiB')
  const table = await readTable(csv, mostRows)
  if (!Array.isArray(table)) return table
  const width = table[0]?.length ?? 0
  if (width > mostColumns) return tooLong(`${width} columns`, `${mostColumns} columns`)
  const filled = filledRows(table)
  if (filled.length > mostPeople) return tooLong(`more than ${mostPeople} people`, `${mostPeople} people`)

  const fields = await listFields(db, true)
  const header = readHeader(table[0] ?? [], fields, caller.credential.kind === 'web')
  const read = filled.map(({ cells, row }) => ({ row, ...readRow(header.columns, cells, row) }))
  const checked = check(
    read.map(({ person }) => person),
    read.map(({ row }) => row),
    new Set(header.problems.map(({ column }) => column)),
  )
  return {
    ...checked,
    problems: [...header.problems, ...read.flatMap(({ problems }) => problems), ...checked.problems],
    warnings:
      header.leftAlone.length > 0
        ? [`These columns are read and left alone: ${header.leftAlone.join(', ')}.`]
        : [],
  }
}

const tooLong = (found: string, most: string) => problem('csv_too_long', { found, most })

const filledRows = (table: Table): { cells: string[]; row: number }[] =>
  table
    .map((cells, index) => ({ cells, row: index + 1 }))
    .filter(({ cells, row }) => row > 1 && cells.some((cell) => cell.trim() !== ''))

/**
 * Checks people against the schema of org/setup.apply. A field that does not pass is left out; so is a person without the
 * fields that everybody needs.
 *
 * @param missing columns whose absence is told already
 */
function check(
  raw: readonly RawPerson[],
  rows: readonly number[],
  missing: ReadonlySet<string | null>,
): Pick<PeopleFile, 'people' | 'rows' | 'problems' | 'unread'> {
  const { value, problems } = inputProblems('org_setup_apply', { people: raw }, mostRowErrors)
  const all = (value as { people: RawPerson[] }).people
  const wrong = Map.groupBy(problems, ({ path }) => Number(/\d+/.exec(path)?.[0] ?? -1))
  const people: PersonInput[] = []
  const kept: number[] = []
  const unread = new Set<string>()
  for (const [index, person] of all.entries()) {
    const places = (wrong.get(index) ?? []).map(({ path }) => path.replace(/^people\[\d+\]\.?/, ''))
    for (const place of places) {
      const [field = '', key] = place.split('.')
      if (key !== undefined) delete person.custom?.[key]
      else delete person[field]
    }
    const { given_name, family_name, work_email, title } = person
    if ([given_name, family_name, work_email, title].every((text) => typeof text === 'string')) {
      people.push(person as unknown as PersonInput)
      kept.push(rows[index]!)
    } else if (typeof work_email === 'string') unread.add(emailKey(work_email))
  }
  return {
    people,
    rows: kept,
    unread,
    problems: problems
      .map(({ path, code, message }) => ({
        row: rows[Number(/\d+/.exec(path)?.[0] ?? 0)] ?? 1,
        column: columnOf(path),
        code,
        message,
      }))
      .filter(({ code, column }) => !(code === 'required' && missing.has(column))),
  }
}
