import { expect } from 'chai'
import { requirePicture } from '../../src/inspection/inside/pixels.ts'
import { BufferSource } from '../../src/inspection/inside/source.ts'
import { tagsOf } from '../../src/inspection/inside/xml.ts'

/** A few bytes of a ZIP are many megabytes of XML, so work may grow as these do, and no faster. */
describe('the elements of an XML file', () => {
  const hostile: Record<string, (length: number) => string> = {
    'of many elements': (length) => '<a/>'.repeat(length / 4),
    'with letters in one': (length) => `<a ${'b'.repeat(length)}/>`,
    'with spaces in one': (length) => `<a b=${' '.repeat(length)}/>`,
    'with signs of equality in one': (length) => `<a ${'='.repeat(length)}/>`,
    'with spaces around each of them': (length) => `<a ${'b = '.repeat(length / 4)}/>`,
    'with attributes in one': (length) => `<a ${'b="" '.repeat(length / 5)}/>`,
    'with a text of comments': (length) => `<a>${'<!---->'.repeat(length / 7)}</a>`,
    'with a text of characters': (length) => `<a>${'&#1'.repeat(length / 3)}</a>`,
  }
  const cpuOf = (text: string): number => {
    const bytes = Buffer.from(text)
    const before = process.cpuUsage()
    for (const tag of tagsOf(bytes)) tag.values('b')
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  for (const [what, make] of Object.entries(hostile))
    it(`${what} cost as much as they are long`, () => {
      cpuOf(make(15_000))
      // A square would be 256 times as much. What is too short to be measured counts as 20 ms.
      expect(cpuOf(make(240_000)) / Math.max(20, cpuOf(make(15_000)))).to.be.below(64)
    })
})

/** Counts the bytes that are asked for. */
class CountedSource extends BufferSource {
  asked = 0

  override read(offset: number, length: number): Buffer {
    this.asked += length
    return super.read(offset, length)
  }
}

describe('the parts of a picture', () => {
  it('cost as much as they are long, also where each of them ends at once', () => {
    const scans = '\xff\xda\x00\x02'.repeat(100_000)
    const source = new CountedSource(Buffer.from(`\xff\xd8${scans}\xff\xd9`, 'latin1'))
    requirePicture(source, 'jpeg')
    expect(source.asked).to.be.below(20 * source.size + 2 * 1024 * 1024)
  })
})
