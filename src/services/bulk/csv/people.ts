import {
  columnOf,
  mostRowErrors,
  readHeader,
  readRow,
  type Header,
  type RawPerson,
  type RowProblem,
} from '../../../domain/people-import.ts'
import { problem, type Problem } from '../../../errors.ts'
import { listFields } from '../../../queries/org/fields.ts'
import { finish } from '../../../streaming/yield.ts'
import { inputProblems } from '../../../validation/validate.ts'
import type { BulkScope, PersonInput } from '../input.ts'
import { readTable, type Table } from './table.ts'

const mostPeople = 250
const mostBytes = 1024 * 1024

/** Letters with accents in UTF-8 that somebody has read as Windows-1252, and written as UTF-8 again. */
const misread = /Ã[\u00a0-\u00bf\u0192\u201e\u2013\u2014\u2018-\u201d\u0178\u0152\u0153]/

/** A file of people, read and checked by itself. */
export interface PeopleFile {
  people: PersonInput[]
  /** The rows of these people. */
  rows: number[]
  problems: RowProblem[]
  warnings: string[]
}

/** Reads a file of people: what can be read is, and all problems are told. */
export async function readPeople(
  { db, caller }: BulkScope,
  csv: string,
): Promise<PeopleFile | Problem<'csv_unreadable' | 'csv_too_long'>> {
  const bytes = Buffer.byteLength(csv)
  if (bytes > mostBytes) return tooLong(`${(bytes / mostBytes).toFixed(2)} MiB`, '1 MiB')
  // The first query waits for the turn of this call: what follows is work for the process.
  const fields = await listFields(db, true)
  const table = await readTable(csv, mostPeople + 1)
  if ('name' in table) return table
  if (table.rows.length > mostPeople) return tooLong(`more than ${mostPeople} people`, `${mostPeople} people`)

  const header = await finish(readHeader(table.names, fields, caller.credential.kind === 'web'))
  const read = await finish(readRows(header, table))
  const checked = await finish(
    check(
      read.map(({ person }) => person),
      read.map(({ row }) => row),
      toldAlready(
        header,
        read.flatMap(({ problems }) => problems),
      ),
    ),
  )
  return {
    ...checked,
    problems: [...header.problems, ...read.flatMap(({ problems }) => problems), ...checked.problems],
    warnings: [
      ...(header.leftAlone.length > 0
        ? [`These columns are read and left alone: ${header.leftAlone.join(', ')}.`]
        : []),
      ...(misread.test(csv)
        ? [
            'Some characters look misread, such as "Ã¼" for "ü": check the names, and save the file as "CSV UTF-8".',
          ]
        : []),
    ],
  }
}

const tooLong = (found: string, most: string) => problem('csv_too_long', { found, most })

function* readRows(header: Header, { rows }: Table) {
  const read: ({ row: number } & ReturnType<typeof readRow>)[] = []
  for (const { cells, row } of rows) {
    yield
    read.push({ row, ...readRow(header, cells, row) })
  }
  return read
}

/** Whether a value is not there because its column is missing, or because it could not be read. */
function toldAlready(
  { missing }: Header,
  problems: readonly RowProblem[],
): (row: number, column: string | null) => boolean {
  const wrong = new Set(problems.map(({ row, column }) => `${row} ${column}`))
  return (row, column) => (column !== null && missing.has(column)) || wrong.has(`${row} ${column}`)
}

/** Stands where everybody needs a text and a row has none: the row is refused, but the rest of it is decided. */
const missingText = '-'

/**
 * Checks people against the schema of org/setup.apply. A field that does not pass is left out; so is a person without a
 * work e-mail, because nobody knows who that is.
 *
 * @param told whether it is told already why a row has no value in a column
 */
function* check(
  raw: readonly RawPerson[],
  rows: readonly number[],
  told: (row: number, column: string | null) => boolean,
): Generator<undefined, Pick<PeopleFile, 'people' | 'rows' | 'problems'>, undefined> {
  const { value, problems } = yield* inputProblems('org_setup_apply', { people: raw }, mostRowErrors)
  const all = (value as { people: RawPerson[] }).people
  const wrong = Map.groupBy(problems, ({ path }) => Number(/\d+/.exec(path)?.[0] ?? -1))
  const people: PersonInput[] = []
  const kept: number[] = []
  for (const [index, person] of all.entries()) {
    yield
    const places = (wrong.get(index) ?? []).map(({ path }) => path.replace(/^people\[\d+\]\.?/, ''))
    for (const place of places) {
      const [field = '', key] = place.split('.')
      if (key !== undefined) delete person.custom?.[key]
      else delete person[field]
    }
    if (person['work_email'] === undefined) continue
    people.push({
      given_name: missingText,
      family_name: missingText,
      title: missingText,
      ...person,
    } as PersonInput)
    kept.push(rows[index]!)
  }
  return {
    people,
    rows: kept,
    problems: problems
      .map(({ path, code, message }) => ({
        row: rows[Number(/\d+/.exec(path)?.[0] ?? 0)] ?? 1,
        column: columnOf(path),
        code,
        message,
      }))
      .filter(({ code, row, column }) => !(code === 'required' && told(row, column))),
  }
}
