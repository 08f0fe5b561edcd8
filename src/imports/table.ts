import { CsvError, parse } from 'csv-parse'
import type { Delimiter } from '../domain/csv.ts'
import { problem, type Problem } from '../errors.ts'
import { pause } from '../slices.ts'

/** A file as rows of cells. The first row is that of the names. */
export type Table = string[][]

/** So much is read at a time, and then others have their turn. */
const chunkCharacters = 32 * 1024

/**
 * Reads the text of a CSV file.
 *
 * @param mostRows so many rows are read, and no more
 * @returns a problem when a quotation mark is where none can be
 */
export async function readTable(csv: string, mostRows: number): Promise<Table | Problem<'csv_unreadable'>> {
  const parser = parse({ bom: true, delimiter: delimiterOf(csv), relax_column_count: true, to: mostRows })
  const rows: Table = []
  let failure: Error | undefined
  parser.on('readable', () => {
    for (let row = parser.read() as string[] | null; row !== null; row = parser.read() as string[] | null)
      rows.push(row)
  })
  parser.on('error', (error) => (failure = error))
  const ended = new Promise<void>((resolve) => parser.once('close', resolve))
  for (let from = 0; from < csv.length && !failure && !parser.writableEnded; from += chunkCharacters) {
    parser.write(csv.slice(from, from + chunkCharacters))
    await pause()
  }
  parser.end()
  await ended
  if (!failure) return rows
  if (!(failure instanceof CsvError)) throw failure
  return problem('csv_unreadable', { line: Number(failure['lines'] ?? 1), why: reasonOf(failure.code) })
}

/** The one of the two that is in the first line more often. */
function delimiterOf(csv: string): Delimiter {
  const [line = ''] = /^.*/.exec(csv) ?? []
  const bare = line.replaceAll(/"[^"]*"/g, '')
  return bare.split(';').length > bare.split(',').length ? ';' : ','
}

function reasonOf(code: string): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quotation mark is not closed'
    case 'INVALID_OPENING_QUOTE':
      return 'a quotation mark is inside a value that does not begin with one; write "" inside "…"'
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'a value goes on after its closing quotation mark; write "" inside "…"'
    default:
      return 'it has no form that a table can have'
  }
}
