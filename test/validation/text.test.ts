import { expect } from 'chai'
import fc from 'fast-check'
import { ApiError } from '../../src/errors.ts'
import { inputTexts } from '../../src/texts/input.ts'
import { ownText, text } from '../../src/validation/formats.ts'
import { boundary, normalize as normalizing, type Bounds } from '../../src/validation/normalize.ts'
import { validateInput } from '../../src/validation/validate.ts'
import { workMs, workPerRunMs } from '../support/longest-work.ts'
import { atOnce } from '../support/at-once.ts'

const bounds = { depth: 5, values: 50, text: 20 }
const normalize = (input: unknown, most: Bounds) => atOnce(normalizing(input, most))
const read = (value: string) => normalize({ value }, bounds)
const accepted = (value: string) => read(value).problems.length === 0
const codeOf = (value: string) => read(value).problems[0]?.code

/** What nobody can see: spaces, joiners, fillers, variation selectors, a braille pattern without dots. */
const unseen = [
  ...' \u00a0\u00ad\u034f\u115f\u17b4\u180e\u2007\u200b\u200c\u200d\u2060\u2800\u3000\u3164\ufe0f\uffa0',
]
const lineBreaks = ['\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029', '\t']
const turns = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']
/** As names of several languages are written. The joiners in the last four are part of their spelling. */
const names = ['A', 'Zoë Müller-Øster', "O'Neill", '李', 'Nguyễn Thị Ánh', '김서연', 'م', 'H²', '🎯', '-']
const joined = ['علی\u200cرضا', 'න්\u200dද්\u200dර', 'क्\u200dष', '葛\u{e0100}城']

describe('the patterns that the document shows for free text', () => {
  const regExps = (pattern: { any: string; filled: string }) => ({
    any: new RegExp(pattern.any, 'u'),
    filled: new RegExp(pattern.filled, 'u'),
  })
  const lines = regExps(text.lines)
  /** Texts with many white spaces and control characters. */
  const texts = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...unseen, ...lineBreaks, '\r\n', '\ufeff', '\u0000', '\u001f', '\u007f', 'a'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 8,
  })

  for (const kind of ['line', 'lines'] as const)
    it(`take names of all languages (${kind})`, () => {
      for (const patterns of [text, ownText])
        for (const name of [...names, ...joined])
          expect(regExps(patterns[kind]).filled.test(name), name).to.equal(true)
    })

  it('take no line break, tab or mark that turns the direction of writing in a text of one line', () => {
    for (const character of [...lineBreaks, ...turns])
      for (const pattern of Object.values(regExps(text.line)))
        expect(pattern.test(`a${character}b`), JSON.stringify(character)).to.equal(false)
  })

  it('take newlines and tabs in a text of several lines', () => {
    expect(lines.filled.test('one\n\ttwo')).to.equal(true)
    expect(lines.filled.test('one\rtwo')).to.equal(false)
  })

  it('want a character that can be seen', () => {
    for (const patterns of [text, ownText])
      for (const kind of [patterns.line, patterns.lines]) {
        const { any, filled } = regExps(kind)
        for (const blank of [...unseen, unseen.join('')]) {
          expect(filled.test(blank), JSON.stringify(blank)).to.equal(false)
          expect(filled.test(`${blank}x${blank}`), JSON.stringify(blank)).to.equal(true)
        }
        expect([any.test(''), filled.test('')]).to.deep.equal([true, false])
      }
  })

  it('know, as we check them, the characters beyond U+FFFF that cannot be seen', () => {
    expect(regExps(ownText.line).filled.test('\u{e0061}\u{e007f}\u{1d173}')).to.equal(false)
    expect(JSON.stringify(text)).to.not.match(/u\{/)
  })

  it('accept nothing of several lines that the service refuses', () => {
    fc.assert(fc.property(texts, (value) => !lines.any.test(value) || accepted(value)))
  })

  it('mean the same with and without the flag u, for languages that have only one kind of patterns', () => {
    for (const { any, filled } of Object.values(text))
      for (const pattern of [any, filled])
        fc.assert(
          fc.property(
            texts,
            (value) => new RegExp(pattern).test(value) === new RegExp(pattern, 'u').test(value),
          ),
        )
  })

  it('are matched in time in proportion to the text', () => {
    const long = (size: number) => ['a', ' ', '\u200b'].map((unit) => `${unit.repeat(size)}\u0000`)
    for (const pattern of [text, ownText].flatMap((one) => [one.line.filled, one.lines.filled, one.line.any]))
      for (const [small, large] of long(2_000).map((one, index) => [one, long(64_000)[index]!] as const)) {
        const regExp = new RegExp(pattern, 'u')
        expect(
          ratio(
            () => regExp.test(large),
            () => regExp.test(small),
          ),
        ).to.be.below(32 * 8)
      }
  })
})

describe('the normal form of texts', () => {
  const marks = (count: number) => '\u0301\u0323'.repeat(count / 2)

  it('is trimmed and NFC', () => {
    expect(read(' cafe\u0301\r\n').value).to.deep.equal({ value: 'caf\u00e9' })
    // 17 characters of 32 units: a text may have 20.
    expect(read(`${'🎯'.repeat(15)}e\u0301`).value).to.deep.equal({ value: `${'🎯'.repeat(15)}\u00e9` })
  })

  it('is no longer than its schema says, outer spaces included: whoever checks it first gets the same answer', () => {
    const unit = (name: string) => validateInput('org_units_create', { name, kind: 'team' })
    expect(unit(` ${'x'.repeat(98)}\u00a0`)).to.deep.equal({ name: 'x'.repeat(98), kind: 'team' })
    for (const name of [` ${'x'.repeat(100)}`, `${'x'.repeat(100)}\u00a0`, 'x'.repeat(101)])
      expect(() => unit(name))
        .to.throw(ApiError)
        .with.nested.property('options.details')
        .that.deep.equals([{ path: 'name', code: 'too_long', message: inputTexts.tooLong({ max: 100 }) }])
  })

  it('counts as it was sent: before marks melt into letters, and with both characters of a line break', () => {
    const unit = (name: string) => () => validateInput('org_units_create', { name, kind: 'team' })
    const tooLong = inputTexts.tooLong({ max: 100 })
    // Typed letter by letter, as some systems do.
    expect(unit('\u00e9'.repeat(50).normalize('NFD'))()).to.include({ name: '\u00e9'.repeat(50) })
    expect(unit('e\u0301'.repeat(51)))
      .to.throw(ApiError)
      .with.nested.property('options.details[0].message')
      .that.deep.equals(tooLong)
    // One character that NFC makes three of: nobody gets a name that is longer than all names.
    expect(unit('\u{1d160}'.repeat(34)))
      .to.throw(ApiError)
      .with.nested.property('options.details[0].message')
      .that.deep.equals(tooLong)
    const file = (csv: string) => () => validateInput('org_people_import_csv', { csv })
    expect(file(`${'a\r\n'.repeat(1000)}`)()).to.include({ csv: 'a\n'.repeat(1000).trim() })
    expect(file('a\r\n'.repeat(400_000)))
      .to.throw(ApiError)
      .with.nested.property('options.details[0].code', 'too_long')
  })

  it('has one kind of line break, as a browser on any system sends it', () => {
    expect(read('a\r\nb\r\n\r\nc')).to.deep.equal({
      value: { value: 'a\nb\n\nc' },
      problems: [],
      altered: true,
    })
    expect(codeOf('a\rb')).to.equal('bad_character')
  })

  it('is not looked for in a text that is longer than any of the call, and names its place', () => {
    for (const long of ['x'.repeat(10_041), '\u0301'.repeat(1_000_000)])
      expect(read(long).problems).to.deep.equal([
        ...[
          {
            path: 'value',
            code: 'too_long',
            message: inputTexts.noText({ max: 20 }),
          },
        ],
      ])
    // The validator finds these, and tells what else is wrong.
    for (const long of ['e\u0301'.repeat(11), '\u{1f3af}'.repeat(21)])
      expect(read(long)).to.deep.equal({ value: { value: long }, problems: [], altered: false })
    for (const text of ['x'.repeat(20), '\u{1f3af}'.repeat(20)])
      expect(read(text)).to.deep.equal({ value: { value: text }, problems: [], altered: false })
  })

  it('is the same for the parts of a long text as for all of it at once', () => {
    const most = { depth: 5, values: 50, text: 100_000 }
    const units = [
      'a',
      '\r\n',
      'e\u0301\u0323',
      '\u1100\u1161\u11a8',
      '\u1161',
      '\u11a8',
      '\u1161\u11a8',
      '\u{16d63}\u{16d67}\u{16d67}',
      '\u{1d15f}',
      '中',
      '\u{1f3af}',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...units), fc.integer({ min: 1, max: 3000 })), {
          minLength: 2,
          maxLength: 9,
        }),
        (rows) => {
          const long = `x${rows.map(([unit, count]) => unit.repeat(count)).join('')}x`
          const pieces = [...normalizing({ long }, most)].length
          expect(atOnce(normalizing({ long }, most)).value).to.deep.equal({
            long: long.replaceAll('\r\n', '\n').normalize('NFC'),
          })
          if (long.length > 12_000) expect(pieces).to.be.greaterThan(1)
        },
      ),
    )
  })

  it('is parted nowhere but where NFC joins nothing', () => {
    const joining: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const character = String.fromCodePoint(code)
      const parts = Array.from(character.normalize('NFD'))
      if (parts.length > 1 && character.normalize('NFC') === character) joining.push(parts.at(-1)!)
    }
    expect(joining.length).to.be.greaterThan(1000)
    for (const character of new Set(joining))
      expect([...character.matchAll(boundary)], `U+${character.codePointAt(0)!.toString(16)}`).to.deep.equal(
        [],
      )
  })

  it('is found in short pieces, so that nobody else waits', () => {
    const most = { depth: 5, values: 50, text: 1_000_000 }
    for (const unit of ['a', '中', 'e\u0301', `a${marks(30)}`, 'a\r\n', '\u1161', '\u11a8']) {
      const pieces = Array.from({ length: 3 }, () => piecesOf(unit.repeat(900_000 / unit.length), most))
      expect(pieces[0]!.length, unit).to.be.greaterThan(100)
      // A piece that is long by itself is long each time; one in which garbage was collected is not.
      const longest = Math.min(...pieces.map((all) => Math.max(...all)))
      expect(longest, `milliseconds of processor time for ${JSON.stringify(unit)}`).to.be.below(25)
    }
  })

  it('has at most 30 combining marks in a row', () => {
    expect(codeOf(`a${marks(30)}`)).to.equal(undefined)
    expect(codeOf(`a${marks(32)}`)).to.equal('too_many_marks')
    expect(codeOf(`a${'\u0301'.repeat(31)}`)).to.equal('too_many_marks')
    // Marks of two units each.
    expect(codeOf(`a${'\u{1d165}'.repeat(30)}`)).to.equal(undefined)
    expect(codeOf(`a${'\u{1d165}'.repeat(31)}`)).to.equal('too_many_marks')
    expect(codeOf(`a${marks(30)}b${marks(30)}`)).to.equal(undefined)
  })

  it('is found in time in proportion to the input, whatever the marks', () => {
    const hostile = () => read(`a${marks(200_000)}`)
    const harmless = () => read('a'.repeat(200_001))
    expect(ratio(hostile, harmless)).to.be.below(100)
    const most = { depth: 5, values: 50, text: 200_000 }
    const rows = (count: number) => () => normalize({ value: `a${marks(30)}`.repeat(count) }, most)
    expect(rows(10)().problems).to.deep.equal([])
    expect(ratio(rows(16_000), rows(2_000))).to.be.below(8 * 4)
  })

  it('takes hardly longer for rows of marks than for as many single ones: a file has a million characters', () => {
    const most = { depth: 5, values: 50, text: 1_000_000 }
    const reading = (value: string) => () => normalize({ value }, most)
    const rows = reading(`a${'\u0301'.repeat(30)}`.repeat(10_000))
    const single = reading('a\u0301'.repeat(155_000))
    expect(rows().problems).to.deep.equal([])
    expect(ratio(rows, single)).to.be.below(4)
  })

  it('is not made of property names that nothing is called', () => {
    const { problems } = normalize({ ['x'.repeat(5_000)]: { a: '\u0000' } }, bounds)
    expect(problems).to.have.length(1)
    expect(problems[0]!.code).to.equal('unknown_property')
    expect(problems[0]!.path).to.have.length(201)
  })
})

/** The processor time of each piece in which a text is brought to its normal form, in milliseconds. */
function piecesOf(text: string, most: Bounds): number[] {
  const work = normalizing({ text }, most)
  const pieces: number[] = []
  for (let done: boolean | undefined = false; !done;) pieces.push(workMs(() => (done = work.next().done)))
  return pieces
}

/** How many times more processor time one function takes than another: the best of several runs. */
function ratio(one: () => unknown, other: () => unknown): number {
  const best = (run: () => unknown) => Math.min(...Array.from({ length: 3 }, () => workPerRunMs(run)))
  return best(one) / best(other)
}
