import { parse, type Info } from 'csv-parse'
import { yieldToEventLoop } from '../../../streaming/yield.ts'

/** A file as it is shown: the names of its columns, and its rows with their numbers, the first of which is 2. */
export interface Cells {
  names: string[]
  rows: { row: number; cells: string[] }[]
}

/** The name of a column as names are compared. */
export const plain = (name: string): string => name.trim().toLowerCase()

/** The names of the columns, and as many people as an import takes. */
const maxRows = 251
/** More columns than a person has fields are not shown. */
const maxColumns = 60
const chunkLength = 4096

/** The first line of a file, which names the columns. */
export const firstLineOf = (csv: string): string => /^\ufeff?(.*)/.exec(csv)?.[1] ?? ''

/** The sign between the values of a file, by its first line. */
export function delimiterOf(firstLine: string): ',' | ';' {
  const bare = firstLine.replaceAll(/"[^"]*"/g, '')
  return bare.split(';').length > bare.split(',').length ? ';' : ','
}

/** Reads a file that the action could read, to show it. */
export async function cellsOf(csv: string): Promise<Cells> {
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(firstLineOf(csv)),
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    to: maxRows,
  })
  const found: Cells['rows'] = []
  parser.on('data', ({ record, info }: { record: string[]; info: Info }) =>
    found.push({ row: info.records + info.empty_lines, cells: record.slice(0, maxColumns) }),
  )
  const ended = new Promise<void>((resolve) => {
    parser.once('close', resolve)
    parser.once('error', () => resolve())
  })
  // A megabyte at most, in pieces.
  for (let from = 0; from < csv.length && found.length < maxRows; from += chunkLength) {
    parser.write(csv.slice(from, from + chunkLength))
    await yieldToEventLoop()
  }
  parser.end()
  await ended
  const [first, ...rows] = found
  return {
    names: first?.cells ?? [],
    rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
  }
}
