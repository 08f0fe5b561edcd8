import { CsvError, parse, type Parser } from 'csv-parse'
import type { Delimiter } from '../../../domain/csv.ts'
import { problem, type Problem } from '../../../errors.ts'
import { yieldToEventLoop } from '../../../streaming/yield.ts'
import { tableTexts } from '../../../texts/files.ts'
import type { Phrase } from '../../../texts/phrase.ts'

/** A file as rows of cells. */
export interface Table {
  /** The cells of the first row. */
  names: string[]
  /** Further rows that have a cell with something in it, with their numbers; the first row of the file is 1. */
  rows: { row: number; cells: string[] }[]
}

/** So much is read at a time, and then others have their turn. */
const chunkBytes = 4 * 1024

/** Many more cells than a row or a file can need. The parser takes seconds for a million of them. */
const mostInRow = 1000
const mostInFile = 200_000

class TooManyCells extends Error {
  readonly most: number
  readonly found: Phrase
  constructor(found: Phrase, most: number) {
    super('too many cells')
    this.found = found
    this.most = most
  }
}

/**
 * Reads the text of a CSV file.
 *
 * @param most so many rows that are not empty are read, and no more
 * @returns a problem when a quotation mark is where none can be, or there are far too many cells
 */
export async function readTable(
  csv: string,
  most: number,
): Promise<Table | Problem<'csv_unreadable' | 'csv_too_long'>> {
  const why = whyNoTable(firstLine(csv))
  if (why !== undefined) return problem('csv_unreadable', { line: 1, why })
  let cells = 0
  const cast = (cell: string, { index }: { index: number }) => {
    if (index >= mostInRow) throw new TooManyCells(tableTexts.longRow({ count: mostInRow }), mostInRow)
    if (++cells > mostInFile) throw new TooManyCells(tableTexts.moreCells({ count: mostInFile }), mostInFile)
    return cell
  }
  const table: Table = { names: [], rows: [] }
  let isFirst = true
  const take = (row: number, cells: string[]) => {
    if (isFirst) table.names = cells
    else if (cells.some((cell) => cell.trim() !== '')) table.rows.push({ row, cells })
    isFirst = false
  }
  const parser = parse({
    bom: true,
    cast,
    delimiter: delimiterOf(csv),
    relax_column_count: true,
    // The parser makes an error for each row of another length than the first: a million empty lines would take seconds.
    skip_empty_lines: true,
    on_record(cells, { records, empty_lines }) {
      take(records + empty_lines, cells)
      // It keeps nothing itself.
      return null
    },
  }).resume()
  let failure: Error | undefined
  parser.on('error', (error) => (failure = error))
  const ended = new Promise<void>((resolve) => parser.once('close', resolve))
  const bytes = Buffer.from(csv)
  await feed(parser, bytes, () => failure !== undefined || table.rows.length >= most)
  await ended
  if (!failure) return { ...table, rows: table.rows.slice(0, most) }
  if (failure instanceof TooManyCells)
    return problem('csv_too_long', { found: failure.found, most: tableTexts.cells({ count: failure.most }) })
  if (!(failure instanceof CsvError)) throw failure
  return problem('csv_unreadable', {
    line: lineAt(bytes, Number(failure['bytes'])),
    why: reasonOf(failure.code),
  })
}

/** The line in which the value begins that cannot be read. The parser itself tells the one at which it gave up. */
const lineAt = (bytes: Buffer, at: number): number =>
  bytes.subarray(0, at).filter((one) => one === 0x0a).length + 1

/** Gives a text to the parser in pieces. They are bytes: a piece of text could end within a character. */
async function feed(parser: Parser, bytes: Buffer, isEnough: () => boolean): Promise<void> {
  for (let from = 0; from < bytes.length && !isEnough(); from += chunkBytes) {
    parser.write(bytes.subarray(from, from + chunkBytes))
    await yieldToEventLoop()
  }
  if (isEnough()) parser.destroy()
  else parser.end()
}

const firstLine = (csv: string): string => /^\ufeff?(.*)/.exec(csv)?.[1] ?? ''

/** Recognizes a first line that other programs write, and that is no row of names. */
function whyNoTable(line: string): Phrase | undefined {
  if (/^"?sep=/i.test(line)) return tableTexts.hint()
  if (line.includes('\t') && !/[,;]/.test(line)) return tableTexts.tabs()
  return undefined
}

/** The one of the two that is in the first line more often. */
function delimiterOf(csv: string): Delimiter {
  const bare = firstLine(csv).replaceAll(/"[^"]*"/g, '')
  return bare.split(';').length > bare.split(',').length ? ';' : ','
}

function reasonOf(code: string): Phrase {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return tableTexts.quoteNotClosed()
    case 'INVALID_OPENING_QUOTE':
      return tableTexts.quoteInside()
    case 'CSV_INVALID_CLOSING_QUOTE':
      return tableTexts.quoteTooEarly()
    default:
      return tableTexts.noTable()
  }
}
