import {
  columnOf,
  fieldOf,
  mostRowErrors,
  readHeader,
  readRow,
  type Header,
  type RawPerson,
  type RowProblem,
} from '../../../domain/people-import.ts'
import { problem, type Problem } from '../../../errors.ts'
import { listFields } from '../../../queries/org/fields.ts'
import { runCooperatively } from '../../../streaming/yield.ts'
import { inputProblems, leaveOut } from '../../../validation/validate.ts'
import { warning, type Warning } from '../../../warnings.ts'
import type { BulkScope, PersonInput } from '../input.ts'
import { LeftOut, lostField, type LostField } from '../left-out.ts'
import { readTable, type Table } from './table.ts'
import { tableTexts } from '../../../texts/files.ts'
import type { Phrase } from '../../../texts/phrase.ts'

const mostPeople = 250
const mostBytes = 1024 * 1024

/** Letters with accents in UTF-8 that somebody has read as Windows-1252, and written as UTF-8 again. */
const misread = /Ã[\u00a0-\u00bf\u0192\u201e\u2013\u2014\u2018-\u201d\u0178\u0152\u0153]/

/** A file of people, read and checked by itself. */
export interface PeopleFile {
  people: PersonInput[]
  /** Fields of them that could not be read. */
  leftOut: LeftOut
  /** The rows of these people. */
  rows: number[]
  problems: RowProblem[]
  warnings: Warning<'columns_left_alone' | 'characters_misread'>[]
}

/** Reads a file of people: what can be read is, and all problems are told. */
export async function readPeople(
  { db, caller }: BulkScope,
  csv: string,
): Promise<PeopleFile | Problem<'csv_unreadable' | 'csv_too_long'>> {
  const bytes = Buffer.byteLength(csv)
  if (bytes > mostBytes) return tooLong(mebibytes(bytes), mebibytes(mostBytes))
  // The first query waits for the turn of this call: what follows is work for the process.
  const fields = await listFields(db, true)
  const table = await readTable(csv, mostPeople + 1)
  if ('name' in table) return table
  if (table.rows.length > mostPeople)
    return tooLong(tableTexts.morePeople({ count: mostPeople }), tableTexts.people({ count: mostPeople }))

  const header = await runCooperatively(readHeader(table.names, fields, caller.credential.kind === 'web'))
  const read = await runCooperatively(readRows(header, table))
  const rows = read.map(({ row }) => row)
  const checked = await runCooperatively(
    check(
      read.map(({ person }) => person),
      rows,
      read.flatMap(({ problems }, index) => problems.map(({ column }) => lostIn(index, column))),
      toldAlready(
        header,
        read.flatMap(({ problems }) => problems),
      ),
    ),
  )
  return {
    ...checked,
    rows,
    problems: [...header.problems, ...read.flatMap(({ problems }) => problems), ...checked.problems],
    warnings: [
      ...(header.leftAlone.length > 0
        ? [warning('columns_left_alone', { columns: header.leftAlone, more: 0 })]
        : []),
      ...(misread.test(csv) ? [warning('characters_misread', {})] : []),
    ],
  }
}

/** A cell that could not be read. */
const lostIn = (index: number, column: string | null): LostField => ({
  list: 'people',
  index,
  field: column === null ? '' : fieldOf(column),
})

const tooLong = (found: Phrase, most: Phrase) => problem('csv_too_long', { found, most })

const mebibytes = (bytes: number): Phrase =>
  tableTexts.mebibytes({ count: (bytes / 1024 / 1024).toFixed(bytes % mostBytes === 0 ? 0 : 2) })

function* readRows(header: Header, { rows }: Table) {
  const read: ({ row: number } & ReturnType<typeof readRow>)[] = []
  for (const { cells, row } of rows) {
    yield
    read.push({ row, ...readRow(header, cells, row) })
  }
  return read
}

/** Makes a test that tells whether a value is not there because its column is missing, or because it could not be read. */
function toldAlready(
  { missing }: Header,
  problems: readonly RowProblem[],
): (row: number, column: string | null) => boolean {
  const wrong = new Set(problems.map(({ row, column }) => `${row} ${column}`))
  return (row, column) => (column !== null && missing.has(column)) || wrong.has(`${row} ${column}`)
}

/**
 * Checks people against the schema of org/setup.apply. What does not pass is left out.
 *
 * @param lost what could not be read before
 * @param told whether it is told already why a row has no value in a column
 */
function* check(
  raw: readonly RawPerson[],
  rows: readonly number[],
  lost: readonly LostField[],
  told: (row: number, column: string | null) => boolean,
): Generator<undefined, Pick<PeopleFile, 'people' | 'leftOut' | 'problems'>, undefined> {
  const { value, problems } = yield* inputProblems('org_setup_apply', { people: raw }, mostRowErrors)
  // With more problems than are told, not all people are there.
  const isWhole = problems.length < mostRowErrors && leaveOut('org_setup_apply', value, problems)
  yield
  return {
    people: isWhole ? (value as { people: PersonInput[] }).people : [],
    leftOut: new LeftOut([...lost, ...problems.flatMap((one) => lostField(one) ?? [])], { people: raw }),
    problems: problems
      .map(({ path, ...one }) => {
        const [, index, field = ''] = /^people\[(\d+)\]\.?(.*)$/.exec(path) ?? []
        return { ...one, row: rows[Number(index)] ?? 1, column: columnOf(field) }
      })
      .filter(({ code, row, column }) => !(code === 'required' && told(row, column))),
  }
}
