import { expect } from 'chai'
import { Contents } from '../../src/backup/reader.ts'

const lines = [{ table: 'units' }, { table: 'people' }, { rows: { units: 0, people: 3 } }]
/** The second row has what looks like the end of a table, but for the backslash that COPY doubles. */
const people = 'one\n\\\\.\nthree\\N\n'
const file = [
  `${JSON.stringify(lines[0])}\n\\.\n`,
  `${JSON.stringify(lines[1])}\n${people}\\.\n`,
  `${JSON.stringify(lines[2])}\n`,
].join('')

describe('the contents of a backup', () => {
  for (const size of [1, 2, 3, 4, 5, 7, 1000])
    it(`are the same in pieces of ${size} bytes: the end of a table may come in parts`, async () => {
      const bytes = Buffer.from(file)
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, (n + 1) * size),
      )
      const contents = new Contents(
        'file',
        (async function* () {
          yield* pieces
        })(),
      )
      const rowsOf = async () => Buffer.concat(await Array.fromAsync(contents.rows())).toString()
      expect(await contents.line()).to.deep.equal(lines[0])
      expect(await rowsOf()).to.equal('')
      expect(await contents.line()).to.deep.equal(lines[1])
      expect(await rowsOf()).to.equal(people)
      expect(await contents.line()).to.deep.equal(lines[2])
      const error = await contents.line().catch((error: unknown) => error)
      expect((error as Error).message).to.include('file is no backup: it ends too early')
    })
})
